import type { IdentityConcluded } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { updateRows } from '#backend/db/rows.ts'
import { findOffered } from '#backend/handover/public.ts'
import { refusalReason } from '#backend/identity/public.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import type { OpeningDeps } from '#backend/opening/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordNote, type Acting, type StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { isTakenOver, orderedLines, type Answers } from '#domain/application/answers.ts'
import type { Instant } from '#domain/tokyo.ts'
import { z } from 'zod'
import { answersOf } from '../rows/answers.ts'
import { findByCheck, findById, lockReview, type ApplicationRow } from '../rows/applications.ts'
import { applications } from '../steps.ts'
import { acceptApplication } from './accept-application.ts'

export type DecideDeps = OpeningDeps & StepDeps

export type StaffDecision = {
  readonly decision: 'accept' | 'reject'
  /** Why it is rejected, in the applicant's words. */
  readonly reason?: string
}

/** Carries out at once what staff decided; the hourly round does it in any case. */
export const applicationDecisionsJob = defineJob({
  name: 'application-decisions',
  payload: z.object({}),
  retryLimit: 3,
  retryDelaySeconds: 5,
})

const ROUND = 500
const lineGone = '回線をゆずる方の手続きが終わったため、お受けできませんでした。'

/** Who of the staff, where that is known. */
type Person = Pick<Acting, 'staffId' | 'role' | 'caseNo'>

/** Shows staff what was typed, and records in the audit that they have seen it. @throws RangeError where none is in review */
export async function showReview(
  tx: Db,
  sealing: Sealing,
  orderNo: string,
  now: Instant,
  by: Person = {},
): Promise<Answers> {
  const row = await lockReview(tx, orderNo)
  const who = { ...by, actor: 'staff', now, accountId: row.account_id ?? undefined } as const
  await recordNote(tx, who, { action: 'application-read', target: orderNo })
  return answersOf(sealing, row)
}

/**
 * Writes down what staff decide; the worker carries it out.
 * @throws RangeError where none is in review, where it was decided before, or where it waits for its identity check
 */
export async function decideReview(
  tx: Db,
  orderNo: string,
  { decision, reason }: StaffDecision,
  now: Instant,
) {
  const row = await lockReview(tx, orderNo)
  if (row.decision !== null) throw new RangeError(`${orderNo} was decided before`)
  if (row.doubt === 'identity')
    throw new RangeError(`${orderNo} waits for its identity check: decide that by npm run reviews`)
  await updateRows(
    tx,
    'application',
    { application_id: row.application_id },
    { decision, reason: reason ?? null, decision_at: now },
  )
}

/** Hourly: carries out what staff decided. An application that was withdrawn before stays as it is. */
export async function carryOutDecisions(
  deps: DecideDeps & Pick<ProcedureDeps, 'database' | 'log'>,
  now: Instant,
) {
  const { db } = deps.database
  const decided = await db
    .selectFrom('application')
    .select('application_id')
    .where('decision', 'is not', null)
    .where('state', '=', 'in_review')
    .orderBy('decision_at')
    .limit(ROUND)
    .execute()
  for (const { application_id: applicationId } of decided)
    await isolated(deps.log, { applicationId }, 'decision not carried out', () =>
      db.transaction().execute(async (tx) => {
        const row = await findById(tx, applicationId, { lock: true })
        if (row?.state !== 'in_review' || row.decision === null) return
        const { decision, reason } = row
        await decide(tx, deps, row, { decision, ...(reason !== null && { reason }) }, now)
      }),
    )
}

/** The identity check that staff had to look at has ended, and with it what its application waited for. */
export async function takeIdentityResult(
  tx: Db,
  deps: DecideDeps,
  { accountId, orderNo: ref, state }: IdentityConcluded,
  now: Instant,
) {
  const row = await findByCheck(tx, ref, { lock: true })
  if (row?.state !== 'in_review' || row.doubt !== 'identity') return
  if (state === 'matched') await decide(tx, deps, row, { decision: 'accept' }, now)
  if (state !== 'mismatch') return
  const reason = (await refusalReason(tx, accountId, ref)) ?? '本人確認ができませんでした。'
  await decide(tx, deps, row, { decision: 'reject', reason }, now)
}

async function decide(
  tx: Db,
  deps: DecideDeps,
  row: ApplicationRow,
  { decision, reason: given }: StaffDecision,
  now: Instant,
) {
  const by = { actor: 'staff', now } as const
  const isGone = await isLineGone(tx, deps, row, now)
  if (decision === 'accept' && !isGone)
    return acceptApplication(tx, deps, by, row, 'accepted_after_review')
  const reason = given ?? (isGone ? lineGone : '')
  return takeStep(tx, deps, by, applications, { row, step: 'rejected', patch: { reason } })
}

/** Whether the line that was to be taken over was withdrawn, or has ended, while staff looked at the application. */
async function isLineGone(
  tx: Db,
  { sealing }: Pick<DecideDeps, 'sealing'>,
  row: ApplicationRow,
  now: Instant,
): Promise<boolean> {
  const { handoverNo, number } = orderedLines(answersOf(sealing, row)).find(isTakenOver) ?? {}
  if (handoverNo === undefined || number === undefined) return false
  const given = { handoverNo, number }
  const offered = await findOffered(tx, { sealing }, given, now, row.order_no ?? undefined)
  return offered?.isFree !== true
}
