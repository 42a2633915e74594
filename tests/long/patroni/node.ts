import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresHome } from '#demo/embedded-postgres/home.ts'
import { freePort } from '../../../tools/setup/free-port.ts'
import { end, folderOf, run, write } from './place.ts'
import { patroniSettings, type NodePorts } from './settings.ts'

export type Node = Awaited<ReturnType<typeof startNode>>

/** Patroni, which starts a PostgreSQL of its own. */
export async function startNode(
  home: PostgresHome,
  name: string,
  options: Pick<Parameters<typeof patroniSettings>[0], 'etcd' | 'secret'>,
) {
  const ports: NodePorts = { rest: await freePort(), database: await freePort() }
  const folder = folderOf(home, name)
  const settings = patroniSettings({ name, folder, ports, ...options })
  const file = write(home, `${name}.json`, JSON.stringify(settings))
  const start = () => run(home, name, ['patroni', file])
  let patroni = start()
  const signal = (kind: NodeJS.Signals) => {
    send(patroni.pid, kind)
    signalServer(join(folder, 'data'), kind)
  }
  return {
    name,
    ports,
    /** As when its machine burns down. */
    async kill() {
      signal('SIGKILL')
      await end(patroni)
    },
    startAgain: () => void (patroni = start()),
    /** Patroni and PostgreSQL stand still with their connections open, as a machine whose host does. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  }
}

/** The postmaster is stopped before its children are told: it makes no more of them. */
function signalServer(data: string, kind: NodeJS.Signals) {
  try {
    const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    if (kind !== 'SIGCONT') send(postmaster, 'SIGSTOP')
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    for (const child of children.trim().split(' ').filter(Boolean)) send(Number(child), kind)
    send(postmaster, kind)
  } catch {
    // It does not run.
  }
}

function send(pid: number | undefined, kind: NodeJS.Signals) {
  try {
    if (pid) process.kill(pid, kind)
  } catch {
    // It ended by itself.
  }
}
