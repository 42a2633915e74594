import { sql } from 'kysely'
import { contractIsOver } from '#backend/contract-over.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { columnsOf } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { WebhookPort } from '#backend/ports/webhook.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { secretsOf, urlOf, type DeliveryRow, type WebhookRow } from '../rows.ts'
import { noteTries, type Tried } from './note-tries.ts'
import { queueSends } from './send-jobs.ts'

/** So many are on their way to one receiver at a time. */
const AT_ONCE = 4
/** After so many rounds the others go first. */
const ROUNDS = 5
/** Longer than a round can take: an answer is waited for 15 seconds. */
const LEASE_SECONDS = 30

export type SendDeps = StepDeps & {
  readonly database: Pick<DatabaseHandle, 'db'>
  readonly sealing: Sealing
  readonly queue: JobQueue
  readonly webhooks: WebhookPort
  readonly clock: { readonly now: () => Instant }
}

type Claimed = WebhookRow & {
  /** By the database's clock, which no demo moves: the receiver compares it with its own. */
  readonly at: Temporal.Instant
}

/**
 * Sends what is due to one receiver, a few at a time, until nothing is left or it does not answer. One run a receiver at a
 * time; a run whose worker was killed is taken up by its own job and sends again what had no answer yet.
 */
export async function sendDue(
  deps: SendDeps,
  run: { readonly webhookId: string; readonly runId: string },
): Promise<void> {
  const { database, queue, clock } = deps
  for (let round = 0; round < ROUNDS; round += 1) {
    const receiver = await claim(database.db, run, clock.now())
    if (receiver === undefined) return
    const due = await findDue(database.db, run.webhookId, clock.now())
    if (due.length === 0) {
      await release(database.db, run)
      // What came while it was busy had a run that found it so.
      if ((await findDue(database.db, run.webhookId, clock.now())).length === 0) return
      continue
    }
    const tries = await Promise.all(due.map((delivery) => tryOnce(deps, receiver, delivery)))
    const goesOn = await database.db
      .transaction()
      .execute((tx) => noteTries(tx, deps, { receiver, runId: run.runId, tries }, clock.now()))
    if (!goesOn) return
  }
  await release(database.db, run)
  await queueSends(database.db, queue, await findReceiver(database.db, run.webhookId))
}

async function claim(
  db: Db,
  { webhookId, runId }: { readonly webhookId: string; readonly runId: string },
  now: Instant,
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update webhook w set busy_by = ${runId},
      busy_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where webhook_id = ${webhookId} and state = 'on' and (rests_until is null or rests_until <= ${now})
      and (busy_until is null or busy_until < clock_timestamp() or busy_by = ${runId})
      and exists (select from contract c where c.contract_id = w.contract_id and not ${contractIsOver})
    returning w.*, clock_timestamp() as at`.execute(db)
  return rows[0]
}

const findReceiver = (db: Db, webhookId: string) =>
  columnsOf(db, 'webhook', ['webhook_id', 'failing_since'], { webhook_id: webhookId })

const findDue = (db: Db, webhookId: string, now: Instant): Promise<DeliveryRow[]> =>
  db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('made_at')
    .limit(AT_ONCE)
    .execute()

const release = (
  db: Db,
  { webhookId, runId }: { readonly webhookId: string; readonly runId: string },
) =>
  db
    .updateTable('webhook')
    .set({ busy_by: null, busy_until: null })
    .where('webhook_id', '=', webhookId)
    .where('busy_by', '=', runId)
    .execute()

async function tryOnce(
  { sealing, webhooks, clock }: SendDeps,
  receiver: Claimed,
  delivery: DeliveryRow,
): Promise<Tried> {
  const began = performance.now()
  const answer = await webhooks.send(urlOf(sealing, receiver), {
    id: delivery.delivery_id,
    at: receiver.at,
    body: delivery.body,
    secrets: secretsOf(sealing, receiver, clock.now()),
  })
  return { delivery, answer, milliseconds: Math.round(performance.now() - began) }
}
