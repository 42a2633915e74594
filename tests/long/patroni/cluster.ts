import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { prepareHome, type PostgresHome } from '#demo/embedded-postgres/home.ts'
import { until } from '../../api/faults/until.ts'
import { freePort } from '../../../tools/setup/free-port.ts'
import { startNode, type Node } from './node.ts'
import { wayToEtcd } from './packages.ts'
import { end, folderOf, lastWords, run, write } from './place.ts'
import { haproxySettings } from './settings.ts'

const NAMES = ['n1', 'n2', 'n3']
const SECRET = 'only-in-this-test'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Three nodes of Patroni with PostgreSQL 15, one etcd, and HAProxy before them, as docs/operations.md describes it. */
export async function startCluster(scratch: string) {
  const home = prepareHome(join(scratch, 'patroni'), () => undefined)
  const others: Awaited<ReturnType<typeof startEtcd>>['child'][] = []
  const nodes: Node[] = []
  async function close() {
    for (const node of nodes) await node.kill()
    for (const child of others) await end(child)
    rmSync(home.home, { recursive: true, force: true })
  }
  const story = () => NAMES.map((name) => lastWords(home, name)).join('\n')
  const untilWhole = () =>
    until('the cluster is whole', () => isWhole(nodes), 120_000).catch((error: unknown) => {
      throw new Error(story(), { cause: error })
    })
  try {
    const etcd = await startEtcd(home)
    others.push(etcd.child)
    for (const name of NAMES)
      nodes.push(
        await startNode(home, name, {
          etcd: { way: wayToEtcd(), port: etcd.port },
          secret: SECRET,
        }),
      )
    await untilWhole()
    const port = await freePort()
    const file = write(home, 'haproxy.cfg', haproxySettings(port, nodes))
    others.push(run(home, 'haproxy', ['/usr/sbin/haproxy', '-db', '-f', file]))
    const url = `postgres://postgres:${SECRET}@127.0.0.1:${port}/postgres`
    await until('HAProxy leads to the leader alone', () => leadsToLeader(url))
    return {
      url,
      etcd: {
        freeze: () => void etcd.child.kill('SIGSTOP'),
        thaw: () => void etcd.child.kill('SIGCONT'),
      },
      leader: () => nodeOf(nodes, 'leader'),
      switchOver: () => switchOver(nodes),
      untilWhole,
      story,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function startEtcd(home: PostgresHome) {
  const port = await freePort()
  const client = `http://127.0.0.1:${port}`
  const peer = `http://127.0.0.1:${await freePort()}`
  const child = run(home, 'etcd', [
    'etcd',
    `--data-dir=${folderOf(home, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    '--enable-v2=true',
  ])
  await until('etcd answers', () =>
    fetch(`${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return { child, port }
}

const members = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.number().optional(),
    }),
  ),
})

/** What Patroni itself says, whichever node answers. */
async function membersOf(nodes: readonly Node[]) {
  const asked = nodes.map(async ({ ports }) => {
    const answer = await fetch(`http://127.0.0.1:${ports.rest}/cluster`, {
      signal: AbortSignal.timeout(2000),
    })
    return members.parse(await answer.json()).members
  })
  return Promise.any(asked).catch(() => [])
}

/** All follow the leader: one that is still being rewound is on another timeline, and cannot be waited for. */
async function isWhole(nodes: readonly Node[]) {
  const found = await membersOf(nodes)
  const leader = found.find(({ role }) => role === 'leader')
  const following = found.filter(
    ({ state, timeline }) =>
      /^(running|streaming)$/.test(state) &&
      timeline !== undefined &&
      timeline === leader?.timeline,
  )
  const roles = following.map(({ role }) => role).toSorted()
  return roles.join() === 'leader,replica,sync_standby'
}

async function nodeOf(nodes: readonly Node[], role: string): Promise<Node> {
  const found = (await membersOf(nodes)).find((member) => member.role === role)
  const node = nodes.find(({ name }) => name === found?.name)
  if (!node) throw new Error(`the cluster has no ${role}`)
  return node
}

/** Planned: the leader hands over to the standby that has all of it. */
async function switchOver(nodes: readonly Node[]) {
  const leader = await nodeOf(nodes, 'leader')
  const candidate = await nodeOf(nodes, 'sync_standby')
  const answer = await fetch(`http://127.0.0.1:${leader.ports.rest}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Until HAProxy has asked them it takes all for leaders, and leads to each in turn. */
async function leadsToLeader(url: string): Promise<boolean> {
  for (const _ of NAMES) if (!(await takesWrites(url))) return false
  return true
}

async function takesWrites(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as standby')
    return rows[0].standby === false
  } catch {
    return false
  } finally {
    await client.end()
  }
}
