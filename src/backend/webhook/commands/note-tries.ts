import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { updateRows } from '#backend/db/rows.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { WebhookAnswer } from '#backend/ports/webhook.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { nextTryAt, restSeconds } from '#domain/webhook/retry.ts'
import { MOST_ANSWER_CHARACTERS } from '#vocabulary/webhook.ts'
import { webhookAad, type DeliveryRow, type WebhookRow } from '../rows.ts'
import { stopLost } from './stop-lost.ts'
import { queueSends } from './send-jobs.ts'

export type Tried = {
  readonly delivery: DeliveryRow
  readonly answer: WebhookAnswer
  readonly milliseconds: number
}

type Deps = StepDeps & { readonly sealing: Sealing; readonly queue: JobQueue }

/** A receiver that says so, or says nothing, is left alone for a while; any other answer is about the one event. */
const wantsRest = (answer: WebhookAnswer) =>
  answer.kind === 'noAnswer' || [429, 502, 503, 504].includes(answer.status)

const isTaken = (answer: WebhookAnswer) =>
  answer.kind === 'answered' && answer.status >= 200 && answer.status < 300

/** It takes nothing any more, and says so. */
const isGone = (answer: WebhookAnswer) => answer.kind === 'answered' && answer.status === 410

/**
 * Writes down what came of a round of tries, when each is tried again, and what that says of the receiver.
 * @returns whether the run goes on
 */
export async function noteTries(
  tx: Db,
  deps: Deps,
  round: {
    readonly receiver: Pick<WebhookRow, 'contract_id' | 'webhook_id'>
    readonly runId: string
    readonly tries: readonly Tried[]
  },
  now: Instant,
): Promise<boolean> {
  const { tries, runId } = round
  // Gone meanwhile, with all that it was told: there is nothing to note.
  const receiver = await tx
    .selectFrom('webhook')
    .selectAll()
    .where('webhook_id', '=', round.receiver.webhook_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (receiver === undefined) return false
  const nexts = tries.map((one) => nextOf(one, now))
  await insertAttempts(tx, deps.sealing, tries, now)
  for (const [index, one] of tries.entries()) await noteDelivery(tx, one, nexts[index], now)
  const health = healthOf(receiver, tries, now)
  const row = await tx
    .updateTable('webhook')
    .set({ ...health, ...(health.rests_until !== null && { busy_by: null, busy_until: null }) })
    .where('contract_id', '=', receiver.contract_id)
    .where('webhook_id', '=', receiver.webhook_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const lost = tries
    .filter(({ answer }, index) => !isTaken(answer) && nexts[index] === undefined)
    .map(({ delivery: { since }, answer }) => ({ since, isGone: isGone(answer) }))
  if (await stopLost(tx, deps, row, lost, now)) return false
  await wakeLater(tx, deps.queue, row, nexts, now)
  return row.rests_until === null && row.state === 'on' && row.busy_by === runId
}

/** When it is tried again; undefined where it was taken, or is given up. */
function nextOf({ delivery, answer }: Tried, now: Instant): Instant | undefined {
  if (isTaken(answer) || isGone(answer)) return undefined
  const after = answer.kind === 'answered' ? answer.retryAfterSeconds : undefined
  const { tries, since } = delivery
  return nextTryAt({ tries: tries + 1, since }, now, Math.random(), after)
}

async function insertAttempts(tx: Db, sealing: Sealing, tries: readonly Tried[], now: Instant) {
  await tx
    .insertInto('webhook_attempt')
    .values(
      tries.map(({ delivery, answer, milliseconds }) => {
        const { contract_id, delivery_id, attempts } = delivery
        const nth = attempts + 1
        const seal = (text: string) =>
          sealing.seal(webhookAad.answer(delivery_id, nth), text.slice(0, MOST_ANSWER_CHARACTERS))
        const hasAnswer = answer.kind === 'answered'
        return {
          contract_id,
          delivery_id,
          nth,
          at: now,
          milliseconds,
          status: hasAnswer ? answer.status : null,
          cause: hasAnswer ? null : answer.cause,
          answer_sealed: hasAnswer && answer.text !== '' ? seal(answer.text) : null,
        }
      }),
    )
    // Two runs at once: only where the first was taken for dead.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function noteDelivery(
  tx: Db,
  { delivery, answer }: Tried,
  next: Instant | undefined,
  now: Instant,
) {
  const taken = isTaken(answer)
  await updateRows(
    tx,
    'webhook_delivery',
    { contract_id: delivery.contract_id, delivery_id: delivery.delivery_id },
    {
      tries: delivery.tries + 1,
      attempts: delivery.attempts + 1,
      ...(taken
        ? { state: 'delivered', delivered_at: now }
        : next === undefined
          ? { state: 'failed' }
          : { due_at: next }),
    },
  )
}

function healthOf(row: WebhookRow, tries: readonly Tried[], now: Instant) {
  const isAnyTaken = tries.some(({ answer }) => isTaken(answer))
  const resting = tries.filter(({ answer }) => wantsRest(answer))
  const unanswered = resting.length === 0 ? 0 : row.unanswered + 1
  const asked = resting.map(({ answer }) =>
    answer.kind === 'answered' ? (answer.retryAfterSeconds ?? 0) : 0,
  )
  return {
    unanswered,
    rests_until:
      resting.length === 0
        ? null
        : now.add({ seconds: Math.max(restSeconds(unanswered), ...asked) }),
    ...(isAnyTaken
      ? { last_delivered_at: now, failing_since: null }
      : { failing_since: row.failing_since ?? now }),
  }
}

/** The database's clock may be a little before ours. */
const MARGIN_SECONDS = 1

async function wakeLater(
  tx: Db,
  queue: JobQueue,
  row: WebhookRow,
  nexts: readonly (Instant | undefined)[],
  now: Instant,
) {
  const due = nexts.filter((at) => at !== undefined)
  const { rests_until: rest } = row
  // What waits beside those that were tried is sent when the rest is over.
  const seconds = [...due, ...(rest === null ? [] : [rest])].map((at) =>
    Math.ceil(now.until(at).total('seconds')),
  )
  for (const after of new Set(seconds)) await queueSends(tx, queue, [row], after + MARGIN_SECONDS)
}
