import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createWebhookReceivers } from '#backend/adapters/webhook-receivers.ts'
import { newWebhookSecret } from '#backend/adapters/webhook-signature.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { createSealing, type Sealing } from '#backend/db/sealing.ts'
import { openQueue, runJob } from '#backend/jobs/queue.ts'
import { createLog } from '#backend/log.ts'
import { withoutMessages } from '#backend/step/record-change.ts'
import { queueEvents } from '#backend/webhook/commands/queue-events.ts'
import { sendDue } from '#backend/webhook/commands/send-due.ts'
import { retryJob, sendJob } from '#backend/webhook/commands/send-jobs.ts'
import { webhookAad } from '#backend/webhook/rows.ts'
import type { WebhookEvent } from '#protocol/webhook-event.ts'
import type { Row } from './row.ts'
import { openScratch } from './scratch.ts'

const DELIVERIES = Number(process.env['BENCH_DELIVERIES'] ?? 10_000)
const A_SECOND = 100
/** One of them takes connections and says nothing. */
const RECEIVERS = 50
/** What a receiver takes to answer. */
const ANSWER_MS = 50
const GOAL_MS = 5_000

/**
 * Events in turn to fifty receivers, one of which never answers, sent by one worker over HTTP. Measured is the time from the
 * event until a receiver has it, of all but the dead one.
 */
export async function run(): Promise<Row[]> {
  const scratch = await openScratch()
  const log = createLog('silent')
  const sealing = createSealing('bench'.repeat(10))
  const client = await scratch.pool.connect()
  const database = connectDatabase({ url: scratch.url })
  /** When each event began: its transaction counts too. */
  const began = new Map<string, number>()
  const waits: number[] = []
  const receivers = await startReceivers((body) => {
    const billId = /"billId":"([^"]+)"/.exec(body)?.[1] ?? ''
    waits.push(performance.now() - (began.get(billId) ?? Number.NaN))
  })
  const worker = await openQueue({ url: scratch.url, log, worker: true })
  const { queue } = worker
  try {
    await worker.prepare([sendJob, retryJob])
    await insertReceivers(client, sealing, receivers.url)
    const deps = {
      ...withoutMessages,
      database,
      sealing,
      queue,
      clock: { now: () => Temporal.Now.instant() },
      webhooks: createWebhookReceivers({ ownOrigins: [receivers.url] }),
    }
    await worker.work([sendJob, retryJob].map((job) => runJob(job, (one) => sendDue(deps, one))))
    const first = performance.now()
    for (let n = 0; n < DELIVERIES; n += 1) {
      const early = first + (n * 1000) / A_SECOND - performance.now()
      if (early > 0) await pause(early)
      began.set(`bill-${n}`, performance.now())
      await database.db
        .transaction()
        .execute((tx) => queueEvents(tx, { queue }, [eventOf(n)], deps.clock.now()))
    }
    const alive = DELIVERIES - Math.floor(DELIVERIES / RECEIVERS)
    for (let left = 600; waits.length < alive && left > 0; left -= 1) await pause(200)
    if (waits.length < alive) throw new Error(`${waits.length} events of ${alive} arrived`)
    const sorted = waits.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
    const row = (what: string, medianMs: number, wanted?: Row['wanted']): Row => ({
      goal: '31',
      what,
      medianMs,
      anchor: 'five seconds',
      anchorMs: GOAL_MS,
      ratio: medianMs / GOAL_MS,
      ...(wanted && { wanted }),
    })
    return [
      row(
        `${DELIVERIES} events, one receiver of ${RECEIVERS} dead: to the others, the median`,
        at(0.5),
      ),
      row('the same, 95 of 100', at(0.95), { atMost: 1 }),
      row('the same, the longest', at(1)),
    ]
  } finally {
    client.release()
    await worker.stop()
    await receivers.close()
    await database.close()
    await scratch.drop()
  }
}

function eventOf(n: number) {
  const contractId = `ctr-${n % RECEIVERS}`
  const data = { contractId, billId: `bill-${n}`, month: '2026-11' }
  const event: WebhookEvent = { type: 'bill.ready', data }
  return { accountId: `acc-${n % RECEIVERS}`, sourceRef: `bench/${n}`, event }
}

/** They answer after the time that one takes; who asks at `/0` gets no answer. */
async function startReceivers(onEvent: (body: string) => void) {
  const server = createServer((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.url === '/0') return
      onEvent(Buffer.concat(parts).toString())
      setTimeout(() => answer.writeHead(204).end(), ANSWER_MS)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
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

async function insertReceivers(client: pg.PoolClient, sealing: Sealing, url: string) {
  const numbers = Array.from({ length: RECEIVERS }, (_, n) => n)
  const urls = numbers.map((n) => sealing.seal(webhookAad.url(`whk-${n}`), `${url}/${n}`))
  const secrets = numbers.map((n) =>
    sealing.seal(webhookAad.secret(`whk-${n}`), newWebhookSecret()),
  )
  await client.query(
    `insert into account (account_id, subject, login_name_sealed, profile_sealed, email_index, created_at)
     select 'acc-' || n, 'acc-' || n, '', '', 'acc-' || n, now() from unnest($1::int[]) n`,
    [numbers],
  )
  await client.query(
    `insert into contract (contract_id, account_id, plan_code, course, status, applied_at, started_on)
     select 'ctr-' || n, 'acc-' || n, 5, 'single', 'active', now(), current_date from unnest($1::int[]) n`,
    [numbers],
  )
  await client.query(
    `insert into webhook (contract_id, webhook_id, url_sealed, secret_sealed, events, state, made_at, changed_at)
     select 'ctr-' || n, 'whk-' || n, url, secret, '{bill.ready}', 'on', now(), now()
     from unnest($1::int[], $2::text[], $3::text[]) a (n, url, secret)`,
    [numbers, urls, secrets],
  )
  await client.query('vacuum analyze')
}
