import { z } from 'zod'
import { settleItem } from '#backend/console/ticket/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { RefusalError, notFound } from '#backend/refusal.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { claimRefusalReasons } from '#vocabulary/device.ts'
import { claimSteps } from '#vocabulary/console-queue.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { findItems } from '../queries/list-items.ts'
import { findListed, whoOn } from '../queries/listed-item.ts'
import { refInTicket } from '../queries/taken-items.ts'
import { wordsAad } from '../tables.ts'
import { dueDecisions, lockDecision, type DecisionRow } from '../rows/decisions.ts'
import { decisions } from '../steps.ts'
import { attempt } from './attempt.ts'
import type { QueueDeps } from './decide-item.ts'
import { runAct, type StaffWho } from './run-act.ts'

/** What was decided, as it lies in the row. */
const decided = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('identity.ask'),
    given: z.object({ choice: z.enum(['ask', 'refuse']), reason: z.string() }),
  }),
  z.object({
    act: z.literal('application.decide'),
    given: z.discriminatedUnion('choice', [
      z.object({ choice: z.literal('accept') }),
      z.object({ choice: z.literal('reject'), reason: z.string() }),
    ]),
  }),
  z.object({
    act: z.literal('succession.ask'),
    given: z.object({ choice: z.enum(['ask', 'pause', 'reject']), reason: z.string() }),
  }),
  z.object({
    act: z.literal('claim.work'),
    given: z.object({
      choice: z.enum(namesOf(claimSteps)),
      refusal: z.enum(namesOf(claimRefusalReasons)).optional(),
      trackingNo: z.string().optional(),
    }),
  }),
  ...(
    ['refund.again', 'points.again', 'exchange.again', 'message.again', 'bill.repair'] as const
  ).map((act) =>
    z.object({ act: z.literal(act), given: z.object({ choice: z.literal('again') }) }),
  ),
  z.object({
    act: z.literal('hold.confirm'),
    given: z.object({ choice: z.literal('confirm') }),
  }),
  z.object({
    act: z.literal('finding.settle'),
    given: z.object({ choice: z.enum(['settle', 'again']) }),
  }),
])

/**
 * Takes a decision back before its minute is over: nobody outside has heard of it.
 * @throws RefusalError NOT_FOUND; ACCESS_DENIED for a colleague's; DECISION_CARRIED_OUT
 */
export async function takeBackDecision(
  tx: Db,
  deps: QueueDeps,
  by: StaffWho,
  decisionId: string,
): Promise<void> {
  const row = await lockDecision(tx, decisionId)
  if (row === undefined) throw notFound()
  if (row.staff_id !== by.staffId) throw new RefusalError('ACCESS_DENIED')
  if (row.state !== 'waiting' || !isBefore(by.now, row.carry_out_at))
    throw new RefusalError('DECISION_CARRIED_OUT')
  await takeStep(tx, deps, by, decisions, {
    row,
    step: 'taken_back',
    patch: { ended_at: by.now },
  })
}

/** The job of a decision. @throws Error while its minute is not over, so that the queue asks again */
export async function carryOutDecision(
  deps: QueueDeps,
  decisionId: string,
  now: Instant,
): Promise<void> {
  await deps.database.db.transaction().execute(async (tx) => {
    const row = await lockDecision(tx, decisionId)
    if (row?.state !== 'waiting') return
    if (isBefore(now, row.carry_out_at)) throw new Error('the decision can still be taken back')
    const unfit = await attempt(tx, () => carryOut(tx, deps, row, now))
    if (unfit !== undefined) deps.log.warn({ decisionId, err: unfit }, 'decision not carried out')
    await takeStep(tx, deps, { actor: 'system', now }, decisions, {
      row,
      step: unfit === undefined ? 'carried_out' : 'failed',
      patch: { ended_at: now },
    })
  })
}

/** Every hour, for what no job has carried out. */
export async function carryOutDue(deps: QueueDeps, now: Instant): Promise<void> {
  for (const decisionId of await dueDecisions(deps.database.db, now))
    await isolated(deps.log, { decisionId }, 'decision not carried out', () =>
      carryOutDecision(deps, decisionId, now),
    )
}

/** The item is asked for again: what was put right meanwhile is left alone. */
async function carryOut(tx: Db, deps: QueueDeps, row: DecisionRow, now: Instant): Promise<void> {
  const { act, given } = decided.parse({
    act: row.act,
    given: JSON.parse(deps.sealing.open(wordsAad(row.decision_id), row.words_sealed)),
  })
  const by: StaffWho = {
    actor: 'staff',
    now,
    staffId: row.staff_id,
    role: row.role,
    ...(row.case_no !== null && { caseNo: row.case_no }),
  }
  const item = await findListed(tx, deps, row, by)
  const on = { kind: item.kind, ref: item.ref, who: whoOn(item, by) }
  await runAct(tx, deps, on, { act, given })
  // Most acts begin a job, and the hour's task settles the case; what is gone at once is settled at once.
  const [left] = await findItems(tx, [item.kind], { now, isHoliday: deps.isHoliday }, [row])
  const inCase = { queue: item.kind.queue, ref: refInTicket({ item: row.item, ref: row.ref }) }
  if (left === undefined) await settleItem(tx, deps, on.who, inCase)
}
