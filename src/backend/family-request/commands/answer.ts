import { loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import { liftCap, switchHighSpeed } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { formatMoment } from '#backend/mail/japanese-date.ts'
import { joinOption } from '#backend/option/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError } from '#backend/refusal.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { buyTopUp } from '#backend/top-up/public.ts'
import { answersFor } from '#domain/family-request/decide-request.ts'
import { familyRequestStates } from '#domain/family-request/request-states.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { familyRequestApi } from '#protocol/family-request.ts'
import {
  type FreeAnswer,
  REQUEST_MEGABYTES,
  REQUEST_PACK,
  type RequestAnswer,
  requestAnswerLabels,
} from '#vocabulary/family-request.ts'
import { readAskingLine } from '../queries/asking-line.ts'
import { findRequest, type KnownRequest, replyAad, stateOf } from '../rows.ts'
import { familyRequests } from '../steps.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'outbox' | 'queue' | 'book' | 'engine'>
type Of<Name extends keyof typeof familyRequestApi> = Input<(typeof familyRequestApi)[Name]>

/**
 * Gives what costs nothing, or says no. Of two answers at once the second is told what the first was.
 * @throws RefusalError NOT_FOUND, FAMILY_REQUEST_OVER, FAMILY_REQUEST_NOT_NEEDED, and what the switch and the cap refuse
 */
export async function answerForFree(
  tx: Db,
  deps: Deps,
  who: Who,
  { requestId, answer, reply }: Of<'familyRequestAnswerPost'>['body'],
): Promise<void> {
  const row = await requireOpen(tx, who, requestId)
  if (answer !== 'declined') await requirePossible(tx, deps, who, row, answer)
  await giveForFree(tx, deps, who, row.line_id, answer)
  await takeAnswer(tx, deps, who, row, { answer, reply })
}

async function giveForFree(tx: Db, deps: Deps, who: Who, lineId: string, answer: FreeAnswer) {
  if (answer === 'more') await liftCap(tx, deps, who, { lineId, more: String(REQUEST_MEGABYTES) })
  if (answer === 'noCap') await liftCap(tx, deps, who, { lineId, more: 'all' })
  if (answer === 'speed') await switchHighSpeed(tx, deps, who, { lineId, on: true })
}

/**
 * Buys the pack at the price that was shown, and where the line has a cap allows it as much more today.
 * @throws RefusalError NOT_FOUND, FAMILY_REQUEST_OVER, FAMILY_REQUEST_NOT_NEEDED, and what a purchase refuses
 */
export async function answerWithPack(
  tx: Db,
  deps: Deps,
  who: Who,
  { requestId, priceYen }: Of<'familyRequestPackPost'>['body'],
): Promise<void> {
  const row = await requireOpen(tx, who, requestId)
  const { hasCap } = await requirePossible(tx, deps, who, row, 'pack')
  const { receipt } = await buyTopUp(tx, deps, who, { packId: REQUEST_PACK, priceYen })
  const { line_id: lineId } = row
  if (hasCap) await liftCap(tx, deps, who, { lineId, more: String(REQUEST_MEGABYTES) })
  await takeAnswer(tx, deps, who, row, { answer: 'pack', orderNo: receipt.orderNo })
}

/**
 * Joins the option on the conditions that were shown.
 * @throws RefusalError NOT_FOUND, FAMILY_REQUEST_OVER, FAMILY_REQUEST_NOT_NEEDED, and what joining refuses
 */
export async function answerWithOption(
  tx: Db,
  deps: Deps,
  who: Who,
  { requestId, conditions, termsVersion }: Of<'familyRequestOptionPost'>['body'],
): Promise<void> {
  const row = await requireOpen(tx, who, requestId)
  const { option_code: optionCode, line_id: lineId } = row
  if (optionCode === null) throw new RefusalError('FAMILY_REQUEST_NOT_NEEDED')
  const wanted = { optionCode, lineId, conditions, termsVersion }
  const { order_no: orderNo } = await joinOption(tx, deps, who, wanted)
  await takeAnswer(tx, deps, who, row, { answer: 'option', orderNo })
}

/** Locks the contract, so that nothing is given twice. @throws RefusalError NOT_FOUND, FAMILY_REQUEST_OVER */
async function requireOpen(tx: Db, { contractId, now }: Who, requestId: string) {
  await loadContract(tx, contractId, { lock: true })
  const row = await findRequest(tx, requestId)
  if (row?.contract_id !== contractId) throw new RefusalError('NOT_FOUND')
  if (stateOf(row, now) !== 'open')
    throw new RefusalError({ code: 'FAMILY_REQUEST_OVER', message: overWords(row, now) })
  return row
}

/** What was answered already, or why nobody can answer any more. */
function overWords(row: KnownRequest, now: Who['now']): string {
  const state = stateOf(row, now)
  const nothing = 'この操作では、何も変わっていません。'
  if (row.answer === null || row.ended_at === null)
    return `このお願いは終わっています。${familyRequestStates.words(state).sentence}${nothing}`
  return `このお願いには、${formatMoment(row.ended_at)}に「${requestAnswerLabels[row.answer]}」と返事をしています。${nothing}`
}

/** @throws RefusalError FAMILY_REQUEST_NOT_NEEDED for what does not answer it, or would change nothing any more */
async function requirePossible(
  tx: Db,
  deps: Deps,
  who: Who,
  row: KnownRequest,
  answer: RequestAnswer,
) {
  const { line_id: lineId, role_id: roleId } = row
  const known = await loadContract(tx, who.contractId)
  const line = await readAskingLine(tx, deps, known, { lineId, roleId, now: who.now })
  if (!answersFor(row.kind, line).includes(answer))
    throw new RefusalError('FAMILY_REQUEST_NOT_NEEDED')
  return line
}

async function takeAnswer(
  tx: Db,
  deps: Deps,
  who: Who,
  row: KnownRequest,
  given: {
    readonly answer: RequestAnswer
    readonly reply?: string | undefined
    readonly orderNo?: string
  },
) {
  const { answer, reply, orderNo } = given
  await takeStep(tx, deps, who, familyRequests, {
    row,
    step: answer === 'declined' ? 'declined' : 'granted',
    patch: {
      answer,
      answered_role_id: who.familyRoleId ?? null,
      reply_sealed: reply ? deps.sealing.seal(replyAad(row.request_id), reply) : null,
      order_no: orderNo ?? null,
    },
  })
}
