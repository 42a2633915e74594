import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { raiseAlerts } from '#backend/alert/commands/raise-alerts.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { createSealing, type Sealing } from '#backend/db/sealing.ts'
import { profileAad } from '#backend/holder.ts'
import { openQueue, runJob } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { createOutbox, mailJob } from '#backend/mail/outbox.ts'
import { longestWaits } from '#backend/mail/waiting.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant } from '#domain/tokyo.ts'
import type { Row } from './row.ts'
import { openScratch } from './scratch.ts'

/** The goal speaks of 100,000; a fiftieth shows the same pace. */
const MEMBERS = Number(process.env['BENCH_MEMBERS'] ?? 2000)
const WATCHING = 5
const NEEDED_A_SECOND = 100_000 / 3600
/** What a mail server takes to answer. */
const ANSWER_MS = 20
/** Mails a second that the sender takes. */
const PACE = Number(process.env['BENCH_PACE'] ?? 60)
const LONGEST_WAIT_MS = 3_600_000
const ACCOUNTS_AT_ONCE = 10_000
const NOW = instant('2026-11-20T11:00:00+09:00')

/**
 * 15.7: the hour in which many members run out of data at once: the messages written by one worker, and sent by two at a
 * pace that its sender sets. Five times as many members have data left and are not to be looked at.
 */
export async function run(): Promise<Row[]> {
  const scratch = await openScratch()
  const log = createLog('silent')
  const sealing = createSealing('bench'.repeat(10))
  const client = await scratch.pool.connect()
  const workers = [
    await openQueue({ url: scratch.url, log, worker: true }),
    await openQueue({ url: scratch.url, log, worker: true }),
  ] as const
  const [{ queue, prepare }] = workers
  const database = connectDatabase({ url: scratch.url })
  try {
    await prepare([mailJob])
    await insertMembers(client, sealing)
    await client.query('vacuum analyze')
    const sender = { publicUrl: 'https://mobile.example', inquiryUrl: 'https://mobile.example/' }
    const outbox = createOutbox({ sealing, queue, sender, pace: { mail: PACE } })
    const write = () => raiseAlerts({ database, book: publishedPrices, log, outbox }, NOW)
    const print = (what: string) => process.stderr.write(`${what}\n`)
    print(`${MEMBERS} members at zero among ${MEMBERS * (WATCHING + 1)}`)
    const writing = watchMemory()
    const writtenMs = await timed(write)
    const writingGrewBy = writing.end()
    print(`written in ${(writtenMs / 1000).toFixed(1)} s`)
    const againMs = await timed(write)
    const sentAt = new Map<string, number[]>()
    const mail = {
      send: async ({ id }: { id: string }) => {
        sentAt.set(id, [...(sentAt.get(id) ?? []), performance.now()])
        await pause(ANSWER_MS)
      },
    }
    const textMessages = {
      send: async () => {
        throw new Error('nobody is sent a text message')
      },
    }
    const runs = [
      runJob(mailJob, ({ mailId }) =>
        outbox.send(database.db, { mail, textMessages }, mailId, NOW),
      ),
    ]
    let longestWaitMs = 0
    const sending = watchMemory()
    const sentMs = await timed(async () => {
      for (const worker of workers) await worker.work(runs)
      for (let waits = await longestWaits(database.db); waits.length > 0;) {
        longestWaitMs = Math.max(longestWaitMs, ...waits.map(({ seconds }) => seconds * 1000))
        print(`${sentAt.size} sent, the oldest waits for ${(longestWaitMs / 1000).toFixed(0)} s`)
        await pause(Math.min(10_000, MEMBERS / 10))
        waits = await longestWaits(database.db)
      }
    })
    const sendingGrewBy = sending.end()
    const times = [...sentAt.values()]
    if (times.length !== MEMBERS || times.some((list) => list.length !== 1))
      throw new Error(
        `${times.length} members of ${MEMBERS} were sent a mail, or some more than one`,
      )
    const fastest = fastestSecond(times.flat())
    const perSecond = (ms: number) => (MEMBERS * 1000) / ms
    return [
      {
        goal: '15.7',
        what: `messages written a second (${MEMBERS} members at zero among ${MEMBERS * (WATCHING + 1)})`,
        unit: 'a second',
        medianMs: perSecond(writtenMs),
        anchor: '100,000 in an hour, a second',
        anchorMs: NEEDED_A_SECOND,
        ratio: perSecond(writtenMs) / NEEDED_A_SECOND,
        wanted: { atLeast: 1 },
      },
      {
        goal: '15.7',
        what: 'mails sent a second by two workers',
        unit: 'a second',
        medianMs: perSecond(sentMs),
        anchor: '100,000 in an hour, a second',
        anchorMs: NEEDED_A_SECOND,
        ratio: perSecond(sentMs) / NEEDED_A_SECOND,
        wanted: { atLeast: 1 },
      },
      {
        goal: '15.7',
        what: 'most mails within a second',
        unit: 'a second',
        medianMs: fastest,
        anchor: 'the pace',
        anchorMs: PACE,
        ratio: fastest / PACE,
        // A mail that a busy machine delayed goes out together with the next ones.
        wanted: { atMost: 1.2 },
      },
      {
        goal: '15.7',
        what: 'longest time that a message waited (portal_message_oldest_seconds)',
        medianMs: longestWaitMs,
        anchor: 'an hour',
        anchorMs: LONGEST_WAIT_MS,
        ratio: longestWaitMs / LONGEST_WAIT_MS,
        wanted: { atMost: 1 },
      },
      memoryRow('while they are written', writingGrewBy),
      memoryRow('while they are sent', sendingGrewBy),
      {
        what: 'the same look again, nobody being told',
        medianMs: againMs,
        anchor: 'the first',
        anchorMs: writtenMs,
        ratio: againMs / writtenMs,
      },
    ]
  } finally {
    client.release()
    for (const worker of workers) await worker.stop()
    await database.close()
    await scratch.drop()
  }
}

function fastestSecond(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  let first = 0
  let most = 0
  for (const [n, at] of sorted.entries()) {
    while (at - (sorted[first] ?? at) > 1000) first += 1
    most = Math.max(most, n - first + 1)
  }
  return most
}

/** Kilobytes: the process's peak memory in the first third of the work, and in the last. */
type Memory = { readonly first: number; readonly last: number }

function watchMemory() {
  const seen: number[] = []
  const look = setInterval(() => seen.push(process.memoryUsage().rss / 1000), 100)
  return {
    end(): Memory {
      clearInterval(look)
      const third = Math.ceil(seen.length / 3)
      return { first: Math.max(...seen.slice(0, third)), last: Math.max(...seen.slice(-third)) }
    },
  }
}

/** The collector lets some grow before it comes; what grew with the members would be several times as much. */
const memoryRow = (when: string, { first, last }: Memory): Row => ({
  goal: '15.7',
  what: `memory ${when}, the last third`,
  unit: 'kB',
  medianMs: last,
  anchor: 'the first third',
  anchorMs: first,
  ratio: last / first,
  wanted: { atMost: 1.5 },
})

/** Who has run out is noted to be looked at, as the ledger does it when it charges the hour. */
async function insertMembers(client: pg.PoolClient, sealing: Sealing) {
  const all = MEMBERS * (WATCHING + 1)
  for (let from = 0; from < all; from += ACCOUNTS_AT_ONCE) {
    const count = Math.min(ACCOUNTS_AT_ONCE, all - from)
    const ids = Array.from({ length: count }, (_, n) => `acc-${from + n}`)
    const profiles = ids.map((id) =>
      sealing.seal(profileAad(id), JSON.stringify({ name: '佐藤', email: `${id}@example.jp` })),
    )
    await client.query(
      `insert into account (account_id, subject, login_name_sealed, profile_sealed, email_index, created_at)
       select id, id, '', profile, id, now() from unnest($1::text[], $2::text[]) as a (id, profile)`,
      [ids, profiles],
    )
  }
  const ran = `n < ${MEMBERS}`
  for (const statement of [
    `insert into contract (contract_id, account_id, plan_code, course, status, applied_at, started_on)
     select 'ctr-' || n, 'acc-' || n, 13, 'single', 'active', now(), '2026-10-01' from generate_series(0, ${all - 1}) n`,
    `insert into data_bucket (contract_id, bucket_id, kind, base_month, granted_bytes, remaining_bytes, granted_at, expires_at)
     select 'ctr-' || n, 'base/2026-11', 'base', '2026-11', 3000000000, case when ${ran} then 0 else 2000000000 end,
       '2026-11-01T00:00+09', '2027-01-01T00:00+09' from generate_series(0, ${all - 1}) n`,
    `insert into usage_day (contract_id, line_id, day, high_bytes, low_bytes, as_of)
     select 'ctr-' || n, 'line-' || n, '2026-11-20', 3000000000, 0, now() from generate_series(0, ${MEMBERS - 1}) n`,
    `insert into alert_due (contract_id, due_id) select 'ctr-' || n, 'due' from generate_series(0, ${MEMBERS - 1}) n`,
  ])
    await client.query(statement)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
