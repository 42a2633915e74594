import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createPushServices } from '#backend/adapters/push-services.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { createSealing, type Sealing } from '#backend/db/sealing.ts'
import { profileAad } from '#backend/holder.ts'
import { openQueue, runJob } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { createOutbox, mailJob } from '#backend/mail/outbox.ts'
import type { PushPort } from '#backend/ports/push.ts'
import { pushAad } from '#backend/push/aad.ts'
import { pushJob } from '#backend/push/queue-pushes.ts'
import { sendPush } from '#backend/push/send-push.ts'
import type { Row } from './row.ts'
import { openScratch } from './scratch.ts'

/** 100,000 an hour. */
const A_SECOND = 100_000 / 3600
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60)
const MEMBERS = Math.round(A_SECOND * SECONDS)
/** What one core has for each push at that rate. */
const CORE_MS = 1000 / A_SECOND
/** What a push service takes to answer. */
const ANSWER_MS = 50
const GOAL_MS = 60_000

/**
 * Events at the rate of 100,000 an hour, those of a second together, each told to one device: sealed, queued, encrypted, signed and given to a push
 * service over HTTP by two workers. Measured is the time from the event until the service has said that it took it.
 */
export async function run(): Promise<Row[]> {
  const scratch = await openScratch()
  const log = createLog('silent')
  const sealing = createSealing('bench'.repeat(10))
  const client = await scratch.pool.connect()
  const database = connectDatabase({ url: scratch.url })
  const service = await startService()
  const workers = [
    await openQueue({ url: scratch.url, log, worker: true }),
    await openQueue({ url: scratch.url, log, worker: true }),
  ] as const
  const [{ queue, prepare }] = workers
  /** When each event began, by account: its transaction counts too. */
  const began = new Map<string, number>()
  const waits: number[] = []
  try {
    await prepare([mailJob, pushJob])
    await insertDevices(client, sealing, service.url)
    const push = createPushServices({
      ...pair(),
      subject: 'mailto:a@example.jp',
      services: [service.url],
    })
    const port: PushPort = {
      ...push,
      async send(target, payload, how) {
        const answer = await push.send(target, payload, how)
        const [, accountId = ''] = /(acc-\d+)$/.exec(target.endpoint) ?? []
        waits.push(performance.now() - (began.get(accountId) ?? Number.NaN))
        return answer
      },
    }
    const now = () => Temporal.Now.instant()
    const run = runJob(pushJob, ({ pushId }) =>
      sendPush(database.db, { sealing, queue, port }, pushId, now()),
    )
    for (const worker of workers) await worker.work([run])
    const sender = { publicUrl: 'https://mobile.example', inquiryUrl: 'https://mobile.example/' }
    const outbox = createOutbox({ sealing, queue, sender })
    const spent = process.cpuUsage()
    const first = performance.now()
    for (let second = 0; second < SECONDS; second += 1) {
      const early = first + second * 1000 - performance.now()
      if (early > 0) await pause(early)
      const accounts = Array.from({ length: MEMBERS }, (_, n) => `acc-${n}`).slice(
        Math.round(second * A_SECOND),
        Math.round((second + 1) * A_SECOND),
      )
      for (const accountId of accounts) began.set(accountId, performance.now())
      await database.db
        .transaction()
        .execute((tx) => outbox.postAll(tx, accounts.map(loginMessage), now()))
    }
    const postedMs = performance.now() - first
    for (let left = 600; waits.length < MEMBERS && left > 0; left -= 1) await pause(200)
    if (waits.length !== MEMBERS) throw new Error(`${waits.length} pushes of ${MEMBERS} were sent`)
    const { user, system } = process.cpuUsage(spent)
    const cpuMs = (user + system) / 1000 / MEMBERS
    const sorted = waits.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor((MEMBERS - 1) * share)] ?? Number.NaN
    const row = (what: string, medianMs: number): Row => ({
      goal: '29',
      what,
      medianMs,
      anchor: 'a minute',
      anchorMs: GOAL_MS,
      ratio: medianMs / GOAL_MS,
      wanted: { atMost: 1 },
    })
    return [
      {
        what: `events a second (${MEMBERS} of them)`,
        unit: 'a second',
        medianMs: (MEMBERS * 1000) / postedMs,
        anchor: '100,000 in an hour, a second',
        anchorMs: A_SECOND,
        ratio: (MEMBERS * 1000) / postedMs / A_SECOND,
      },
      {
        goal: '29',
        what: 'our CPU time for one, from the event on; the push service of the bench is in it',
        medianMs: cpuMs,
        anchor: "a core's share at 28 a second",
        anchorMs: CORE_MS,
        ratio: cpuMs / CORE_MS,
        wanted: { atMost: 1 },
      },
      row('from an event to the push service, the median', at(0.5)),
      row('the same, 99 of 100', at(0.99)),
      row('the same, the longest', at(1)),
    ]
  } finally {
    client.release()
    for (const worker of workers) await worker.stop()
    await database.close()
    await service.close()
    await scratch.drop()
  }
}

const loginMessage = (accountId: string): MemberMessage => ({
  accountId,
  sourceRef: 'bench',
  kind: 'security',
  isNotMailed: true,
  subject: 'はじめての端末からログインがありました',
  paragraphs: ['ログインがありました。'],
  facts: [],
  link: { label: 'ログインの記録を見る', path: '/' },
})

function pair() {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys('base64url')
  return { publicKey, privateKey: ecdh.getPrivateKey('base64url') }
}

/** A push service that takes everything, after the time that one takes. */
async function startService() {
  const server = createServer((request, answer) => {
    request.resume().on('end', () => setTimeout(() => answer.writeHead(201).end(), ANSWER_MS))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function insertDevices(client: pg.PoolClient, sealing: Sealing, url: string) {
  const ids = Array.from({ length: MEMBERS }, (_, n) => `acc-${n}`)
  const profiles = ids.map((id) =>
    sealing.seal(profileAad(id), JSON.stringify({ name: '佐藤', email: `${id}@example.jp` })),
  )
  const { publicKey: p256dh } = pair()
  const auth = randomBytes(16).toString('base64url')
  const targets = ids.map((id) =>
    sealing.seal(
      pushAad.target(`psh-${id}`),
      JSON.stringify({ endpoint: `${url}/push/${id}`, keys: { p256dh, auth } }),
    ),
  )
  await client.query(
    `insert into account (account_id, subject, login_name_sealed, profile_sealed, email_index, created_at)
     select id, id, '', profile, id, now() from unnest($1::text[], $2::text[]) as a (id, profile)`,
    [ids, profiles],
  )
  await client.query(
    `insert into device (account_id, device_hash, first_seen_at, last_seen_at, known_from)
     select id, 'd', now(), now(), now() from unnest($1::text[]) as a (id)`,
    [ids],
  )
  await client.query(
    `insert into push_subscription (account_id, subscription_id, device_hash, endpoint_hash, target_sealed, service, device,
       kinds, with_details, added_at, changed_at)
     select id, 'psh-' || id, 'd', id, target, '127.0.0.1', 'iPhone', '{}', false, now(), now()
     from unnest($1::text[], $2::text[]) as a (id, target)`,
    [ids, targets],
  )
  await client.query('vacuum analyze')
}
