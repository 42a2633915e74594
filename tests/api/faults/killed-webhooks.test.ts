import { afterAll, beforeAll, expect } from 'vitest'
import type { WebhookEvent } from '#protocol/webhook-event.ts'
import { startHarness, type Harness } from '../harness.ts'
import { makeMember } from '../members.ts'
import { makeWebhook, NOBODY, startReceiver, verified } from '../receivers.ts'
import { setProgramClock, startPortal, type Portal } from './portal-process.ts'
import { until } from './until.ts'
import { longTest } from '#tests/tries.ts'

/** Told to each receiver, among them one that does not answer. */
const EVENTS = 2_500
const RECEIVERS = 4
const KILLS = 4
const ALL = EVENTS * RECEIVERS
const LIMIT_MS = 600_000

let harness: Harness
let receiver: Awaited<ReturnType<typeof startReceiver>>
const workers: Portal[] = []
beforeAll(async () => {
  receiver = await startReceiver()
  harness = await startHarness(undefined, { WEBHOOK_OWN_ORIGINS: [receiver.origin, NOBODY] })
  await setProgramClock(harness)
})
afterAll(async () => {
  for (const worker of workers) await worker.kill()
  await harness?.stop()
  await receiver?.close()
})

async function startWorkerProcess() {
  const worker = await startPortal(harness, { port: 21_510, parts: ['worker'] })
  workers.push(worker)
  return worker
}

async function makeListener(n: number, origin: string) {
  const { call, accountId, contractId } = await makeMember(harness, { loginId: `told${n}` })
  const path = `/hook/${n}`
  return { accountId, contractId, path, ...(await makeWebhook(call, origin + path)) }
}
type Listener = Awaited<ReturnType<typeof makeListener>>

const happen = (listeners: readonly Listener[], from: number, to: number) =>
  harness.database.db.transaction().execute(async (tx) => {
    const happened = Array.from({ length: to - from }, (_, n) =>
      listeners.map(({ accountId, contractId }) => {
        const data = { contractId, billId: `bill-${from + n}`, month: '2026-11' }
        const event: WebhookEvent = { type: 'bill.ready', data }
        return { accountId, sourceRef: `test/${from + n}`, event }
      }),
    ).flat()
    await harness.services.outbox.notifyHooks(tx, happened, harness.clock.now())
  })

longTest(
  'お届けの途中で働き手が何度落ちても、できごとは1つ残らず届き、どれも公開されているライブラリーで確かめられる',
  async () => {
    const listeners = []
    for (let n = 0; n < RECEIVERS; n += 1) listeners.push(await makeListener(n, receiver.origin))
    const dead = await makeListener(RECEIVERS, NOBODY)
    for (let from = 0; from < EVENTS; from += 20)
      await happen([...listeners, dead], from, Math.min(EVENTS, from + 20))

    let worker = await startWorkerProcess()
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const arrived = (ALL * kill) / (KILLS + 2)
      await until(`${arrived} events have arrived`, () => receiver.count() >= arrived, LIMIT_MS)
      await worker.kill()
      worker = await startWorkerProcess()
    }
    await until(
      'all are noted as delivered',
      async () => {
        const { rows } = await harness.database.pool.query<{ left: number }>(
          `select count(*)::int as left from webhook_delivery where state = 'waiting' and webhook_id <> $1`,
          [dead.webhookId],
        )
        return rows[0]?.left === 0
      },
      LIMIT_MS,
    )

    for (const { path, secret, webhookId } of listeners) {
      const { rows } = await harness.database.pool.query<{ delivery_id: string }>(
        'select delivery_id from webhook_delivery where webhook_id = $1',
        [webhookId],
      )
      const events = receiver.at(path)
      for (const event of events) verified(secret, event)
      const ids = new Set(events.map(({ headers }) => headers['webhook-id']))
      expect(ids).toEqual(new Set(rows.map((row) => row.delivery_id)))
      // The worker may have closed a month meanwhile, of which they are told too.
      expect(ids.size).toBeGreaterThanOrEqual(EVENTS)
    }
  },
  LIMIT_MS * 2,
)
