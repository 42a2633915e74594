import { sql } from 'kysely'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { DELIVERY_HOURS } from '#vocabulary/webhook.ts'
import { findReadyBills } from '../queries/ready-bills.ts'
import type { WebhookRow } from '../rows.ts'
import { queueEvents } from './queue-events.ts'
import { stopLost } from './stop-lost.ts'
import { queueSends } from './send-jobs.ts'

type Deps = StepDeps & {
  readonly database: Pick<DatabaseHandle, 'db'>
  readonly sealing: Sealing
  readonly queue: JobQueue
}

/** What the hour does: bills that are ready are told of, what is too old is given up, what is due is sent. A second run finds nothing. */
export async function workOffDue(deps: Deps, now: Instant): Promise<void> {
  const { db } = deps.database
  await db.transaction().execute(async (tx) => {
    await queueEvents(tx, deps, await findReadyBills(tx, now), now)
  })
  for (const webhookId of await findOverdue(db, now))
    await db.transaction().execute((tx) => giveUp(tx, deps, webhookId, now))
  const waiting = await findWaiting(db, now)
  if (waiting.length > 0) await queueSends(db, deps.queue, waiting)
}

const tooOld = (now: Instant) => sql<boolean>`
  state = 'waiting' and since < ${now.subtract({ hours: DELIVERY_HOURS })}`

async function findOverdue(db: Db, now: Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .select('webhook_id')
    .distinct()
    .where(tooOld(now))
    .execute()
  return rows.map((row) => row.webhook_id)
}

async function giveUp(tx: Db, deps: Deps, webhookId: string, now: Instant): Promise<void> {
  const row = await tx
    .selectFrom('webhook')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) return
  const lost = await tx
    .updateTable('webhook_delivery')
    .set({ state: 'failed' })
    .where('webhook_id', '=', webhookId)
    .where(tooOld(now))
    .returning('since')
    .execute()
  await stopLost(
    tx,
    deps,
    row,
    lost.map(({ since }) => ({ since, isGone: false })),
    now,
  )
}

/** Receivers that something is due for, and that are not left alone just now. */
async function findWaiting(db: Db, now: Instant) {
  const { rows } = await sql<Pick<WebhookRow, 'webhook_id' | 'failing_since'>>`
    select w.webhook_id, w.failing_since from webhook w
    where w.state = 'on' and (w.rests_until is null or w.rests_until <= ${now})
      and exists (select from webhook_delivery d
        where d.webhook_id = w.webhook_id and d.state = 'waiting' and d.due_at <= ${now})`.execute(
    db,
  )
  return rows
}
