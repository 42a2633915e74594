import type { Insertable } from 'kysely'
import { lockContract } from '#backend/contract/contracts.ts'
import { changeContract } from '#backend/contract/change.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import type { Database } from '#backend/db/tables.ts'
import { anyOf, columnsOf, findRow } from '#backend/db/rows.ts'
import type { CardPort, CardResult } from '#backend/ports/card.ts'
import type { CarrierAnswer } from '#backend/ports/carrier.ts'
import type { PointsPort } from '#backend/ports/points.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { owedStates } from '#domain/billing/bill-states.ts'
import { collectionCourse, resumesAfterPayment } from '#domain/billing/collection.ts'
import { subtractYen, type Yen } from '#domain/money.ts'
import type { Instant } from '#domain/tokyo.ts'
import { dueYen, findBill } from '../rows/bill-steps.ts'
import { lateRefusalMessage } from '../messages.ts'
import { bills } from '../steps.ts'
import { bookLateInterest } from './book-late-interest.ts'
import { askForPayment, findAnswer } from './ask-payment.ts'
import {
  attemptsOf,
  findPayment,
  isByCalendar,
  isSettled,
  partnerAad,
  writeAnswer,
  type PaymentRow,
} from '../rows/payments.ts'
import { postPayment } from '../rows/postings.ts'
import type { BillRow } from '../queries/stored-bills.ts'
import { noteDebt, resumePaid } from './suspend-unpaid.ts'
import { otherDebts } from '../queries/unpaid.ts'

export type PaymentDeps = Pick<
  ProcedureDeps,
  'database' | 'sealing' | 'log' | 'outbox' | 'queue' | 'procedures'
> & { card: CardPort; points: PointsPort }

/*
 * One charge of one bill: written down before the processor is asked, settled by its answer, once, whether the member or the
 * system asked and however the answer comes. An answer that never came is looked up, and never charged anew (billing.md 15).
 * The call is made outside of any transaction.
 */

/** All that is due, by the card. The caller holds the contract's lock and has moved the bill. */
export async function beginPayment(
  tx: Db,
  bill: BillRow,
  { askedBy, now, follows, pressedWith }: Begun,
): Promise<PaymentRow> {
  const onFile = await findRow(tx, 'payment_card', { contract_id: bill.contract_id }, 'last4')
  return writePayment(tx, bill, {
    amount_yen: await dueYen(tx, bill),
    card_last4: onFile?.last4 ?? null,
    asked_by: askedBy,
    follows: follows ?? null,
    pressed_with: pressedWith ?? null,
    sent_at: now,
  })
}

/** Points of the member's account at the partner; the card is asked for the rest once they have come. */
export async function beginWithPoints(
  tx: Db,
  deps: Pick<PaymentDeps, 'sealing'>,
  bill: BillRow,
  { pointsYen, partnerId, now }: { pointsYen: Yen; partnerId: string; now: Instant },
): Promise<PaymentRow> {
  const rest = subtractYen(await dueYen(tx, bill), pointsYen)
  return writePayment(tx, bill, {
    way: 'points',
    amount_yen: pointsYen,
    rest_yen: rest,
    partner_id_sealed: deps.sealing.seal(partnerAad(bill.contract_id), partnerId),
    card_last4: null,
    asked_by: 'member',
    sent_at: now,
  })
}

async function writePayment(
  tx: Db,
  { contract_id: contractId, bill_id: billId, month }: BillRow,
  payment: Omit<
    Insertable<Database['payment']>,
    | 'contract_id'
    | 'order_id'
    | 'receipt_no'
    | 'month'
    | 'attempt'
    | 'state'
    | 'reason'
    | 'answered_at'
  >,
): Promise<PaymentRow> {
  const attempt = (await attemptsOf(tx, contractId, month)).length + 1
  return tx
    .insertInto('payment')
    .values({
      contract_id: contractId,
      order_id: `${billId}-${attempt}`,
      receipt_no: newReadableNo('P'),
      month,
      attempt,
      state: 'sent',
      reason: null,
      answered_at: null,
      ...payment,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Asks the other side what it knows; what never arrived is sent again under the same id. */
export async function reconcilePayment(
  deps: PaymentDeps,
  payment: PaymentRow,
  now: Instant,
  given: Given = {},
) {
  const known = await findAnswer(deps, payment)
  if (known.kind === 'rejected') return sendPayment(deps, payment, now, given)
  return settlePayment(deps, payment, known, now, given)
}

export async function sendPayment(
  deps: PaymentDeps,
  payment: PaymentRow,
  now: Instant,
  given: Given = {},
) {
  return settlePayment(deps, payment, await askForPayment(deps, payment, now), now, given)
}

export async function settlePayment(
  deps: PaymentDeps,
  payment: Pick<PaymentRow, 'order_id' | 'contract_id'>,
  answer: CarrierAnswer<CardResult>,
  now: Instant,
  given: Given = {},
): Promise<PaymentRow> {
  return deps.database.db
    .transaction()
    .execute((tx) => settlePaymentIn(tx, deps, payment, answer, now, given))
}

/**
 * What the answer means; one that comes a second time finds the payment settled and changes nothing, and one that
 * speaks of another amount is not believed.
 */
async function settlePaymentIn(
  tx: Db,
  deps: PaymentDeps,
  { order_id: orderId, contract_id: contractId }: Pick<PaymentRow, 'order_id' | 'contract_id'>,
  answer: CarrierAnswer<CardResult>,
  now: Instant,
  { isAwaited = false }: Given = {},
): Promise<PaymentRow> {
  const by: By = { actor: 'system', contractId, now }
  await lockContract(tx, contractId)
  const payment = await findPayment(tx, orderId)
  if (isSettled(payment)) return payment
  const bill = await findBill(tx, { contractId, month: payment.month })
  if (answer.kind !== 'accepted') return await noteUnknown(tx, deps, by, payment, bill)
  const { value } = answer
  if (value.amountYen !== payment.amount_yen) {
    deps.log.error({ orderId, amountYen: value.amountYen }, 'card answer of another amount')
    return await noteUnknown(tx, deps, by, payment, bill)
  }
  if (value.result === 'ok') return await notePaid(tx, deps, by, payment, bill)
  return await noteRefused(tx, deps, by, payment, bill, { reason: value.reason, isAwaited })
}

async function noteUnknown(tx: Db, deps: PaymentDeps, by: By, payment: PaymentRow, bill: BillRow) {
  if (payment.state === 'unknown') return payment
  if (isByCalendar(payment)) await takeStep(tx, deps, by, bills, { row: bill, step: 'no_answer' })
  return writeAnswer(tx, payment, { state: 'unknown' })
}

async function notePaid(tx: Db, deps: PaymentDeps, by: By, payment: PaymentRow, bill: BillRow) {
  const before = await dueYen(tx, bill)
  await postPayment(tx, payment, by.now)
  await bookLateInterest(tx, payment, before, by.now)
  const written = await writeAnswer(tx, payment, { state: 'ok', answered_at: by.now })
  if (payment.amount_yen < before) return notePart(tx, deps, by, written, bill)
  const first = payment.follows === null ? payment : await findPayment(tx, payment.follows)
  const parts = [...new Set([first, payment])]
  let resumed = false
  await takeStep(tx, deps, by, bills, {
    row: bill,
    step: 'paid',
    patch: { paid_at: by.now },
    async facts() {
      resumed = await afterPayment(tx, deps, by)
      return { payment, parts, resumed }
    },
  })
  return resumed ? writeAnswer(tx, written, { resumed_at: by.now }) : written
}

/** Points that leave a rest: the card is asked for it, as the member has said. */
async function notePart(tx: Db, deps: PaymentDeps, by: By, payment: PaymentRow, bill: BillRow) {
  await recordChange(tx, deps, by, {
    action: 'bill-met-by-points',
    target: bill.bill_id,
    details: { order: payment.order_id, points: payment.amount_yen },
  })
  await beginPayment(tx, bill, { askedBy: 'member', now: by.now, follows: payment.order_id })
  return payment
}

async function noteRefused(
  tx: Db,
  deps: PaymentDeps,
  by: By,
  payment: PaymentRow,
  bill: BillRow,
  { reason, isAwaited }: { reason: string; isAwaited: boolean },
) {
  const refused = await writeAnswer(tx, payment, {
    state: 'refused',
    reason,
    answered_at: by.now,
  })
  const refusal = { reason, dueYen: payment.amount_yen }
  if (!isByCalendar(payment)) {
    await recordChange(tx, deps, by, {
      action: 'bill-payment-refused',
      target: bill.bill_id,
      details: { order: payment.order_id, reason },
      // Who waits for the answer reads it there.
      ...(!isAwaited && {
        message: (accountId: string) =>
          lateRefusalMessage({ accountId, bill, ...refusal, payment }),
      }),
    })
    return refused
  }
  const attempt = (await attemptsOf(tx, by.contractId, payment.month)).filter(isByCalendar).length
  const isLast = attempt >= collectionCourse(bill.charge_on).chargesAt.length
  await takeStep(tx, deps, by, bills, {
    row: bill,
    step: 'charge_refused',
    async facts(failed) {
      if (isLast) await takeStep(tx, deps, by, bills, { row: failed, step: 'retries_exhausted' })
      await noteDebt(tx, by)
      const others = await otherDebts(tx, bill)
      const isStopped = (await lockContract(tx, by.contractId)).suspension_reason === 'unpaid'
      return { ...refusal, attempt, others, isStopped }
    },
  })
  return refused
}

/** The debt is gone once every bill is paid; service resumes unless another bill has passed its own moment. */
export async function afterPayment(
  tx: Db,
  deps: Pick<PaymentDeps, 'queue' | 'procedures'>,
  by: By,
): Promise<boolean> {
  const owed = await columnsOf(tx, 'bill', ['charge_on'], {
    contract_id: by.contractId,
    state: anyOf([...owedStates]),
  })
  const contract = await lockContract(tx, by.contractId)
  if (owed.length === 0 && contract.unpaid_since !== null)
    await changeContract(tx, by.contractId, { unpaid_since: null }, by)
  const chargeDays = owed.map(({ charge_on: day }) => day)
  return resumesAfterPayment(chargeDays, by.now) ? resumePaid(tx, deps, by) : false
}

type Begun = {
  readonly askedBy: PaymentRow['asked_by']
  readonly now: Instant
  readonly follows?: string
  /** The receipt of the first bill that the same press pays. */
  readonly pressedWith?: string | undefined
}

/** Whether somebody waits for the answer and needs no mail of it. */
type Given = { readonly isAwaited?: boolean }
