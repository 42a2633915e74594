import { findHeldOptions } from '#backend/contract/options.ts'
import { lineOf, loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { lockContract, type LineRow } from '#backend/contract/contracts.ts'
import { remainingInstalmentsYen } from '#backend/contract/terminals.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { handoverStates } from '#domain/handover/handover-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { numberAad, receiverAad, type HandoverOrder } from './details.ts'
import { estimateHandover } from './estimate.ts'
import { giverMessage } from './messages.ts'
import type { HandoverDeps, Named } from './deps.ts'
import { handover } from './procedure.ts'
import { stopReceiver } from './receive.ts'
import { findHandover, newHandoverNo, numberIndex } from './rows.ts'

export async function loadEstimate(
  db: Db,
  { sealing, book }: Pick<HandoverDeps, 'sealing' | 'book'>,
  known: LoadedContract,
  line: LineRow,
  now: Instant,
) {
  const { contract, lines } = known
  const held = await findHeldOptions(db, known, now)
  const instalments = await remainingInstalmentsYen(db, contract.contract_id, now)
  const of = { contract, lines, held, line, remainingInstalmentsYen: instalments, sealing, book }
  return estimateHandover(of, now)
}

/**
 * Offers a line to a member of the family and gives out the number by which it can be taken.
 * @throws RefusalError of the exclusion matrix, CONDITIONS_CHANGED
 */
export async function offerLine(
  tx: Db,
  deps: HandoverDeps,
  who: Who,
  wish: { lineId: string; conditions: string; receiver: Named },
): Promise<HandoverOrder> {
  const { contractId, now } = who
  const { lineId, receiver } = wish
  const known = await loadContract(tx, contractId, { lock: true })
  const line = lineOf(known, lineId)
  requireOk(mayBegin('lineHandover', known.facts, now, lineId))
  const estimate = await loadEstimate(tx, deps, known, line, now)
  requireConditions(wish.conditions, estimate)
  const { sealing } = deps
  const validUntil = estimate.numberValidUntil
  const opened = await handover.open({
    lineId,
    procedure: 'lineHandover',
    event: 'offered',
    details: {
      validUntil,
      estimate: { ...estimate, why: { allowed: true } },
      nextSteps: [
        nextStep('譲渡番号とこの回線の電話番号を、ご家族に伝えてください。'),
        nextStep('ご家族が「お申し込み」から申し込みます。この日の24時までです。', validUntil),
        nextStep('お申し込みが済んだ月の終わりに、回線の契約者が切り替わります。'),
      ],
    },
  })(tx, who)
  const orderNo = opened.order_no
  const number = newHandoverNo()
  await tx
    .insertInto('handover')
    .values({
      contract_id: contractId,
      order_no: orderNo,
      line_id: lineId,
      number_index: numberIndex(sealing, number),
      namesake_index: deps.namesakeIndex(receiver),
      valid_until: validUntil,
    })
    .execute()
  return deps.commit.order(tx, who, {
    procedure: handover,
    step: handover.patch(orderNo, {
      merge: {
        numberSealed: sealing.seal(numberAad(contractId, orderNo), number),
        receiverSealed: sealing.seal(receiverAad(contractId, orderNo), receiver.kana),
      },
    }),
    audit: { action: 'line-handover-offered', details: { line: lineId, validUntil } },
    message: (told) => giverMessage('offered', told),
  })
}

/**
 * Withdraws the offer, until the line has changed hands; the receiver gets a message, and no contract begins there.
 * The receiver's contract is locked first, everywhere.
 * @throws RefusalError NOT_FOUND for an order of something else, HANDOVER_OVER
 */
export async function withdrawOffer(
  tx: Db,
  deps: HandoverDeps,
  who: Who,
  orderNo: string,
): Promise<HandoverOrder> {
  const { contractId, now } = who
  const key = { contractId, orderNo }
  const receiverIn = async () => (await findHandover(tx, key))?.receiver_contract_id ?? undefined
  const receiver = await receiverIn()
  if (receiver !== undefined) await lockContract(tx, receiver)
  await lockContract(tx, contractId)
  const order = await handover.find(tx, key)
  if (!handoverStates.can(order.state, 'withdrawn', 'member'))
    throw new RefusalError('HANDOVER_OVER')
  // Accepted between the two looks: the locks would be taken the other way round.
  if ((await receiverIn()) !== receiver) throw new RefusalError('CHANGED_MEANWHILE')
  const withdrawn = await deps.commit.order(tx, who, {
    procedure: handover,
    step: handover.advance(orderNo, {
      event: 'withdrawn',
      effectiveOn: null,
      merge: {
        numberSealed: null,
        receiverSealed: null,
        nextSteps: [nextStep('引き続きご利用いただけます。')],
      },
    }),
    audit: { action: 'line-handover-withdrawn' },
    message: (told) => giverMessage('withdrawn', told),
  })
  const row = await findHandover(tx, key)
  if (row !== undefined)
    await stopReceiver(
      tx,
      deps,
      row,
      'ゆずる方が手続きを取りやめたため、回線を譲り受けられなくなりました。',
      now,
    )
  return withdrawn
}
