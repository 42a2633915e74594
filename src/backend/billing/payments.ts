import type { Selectable } from 'kysely'
import { lockContract } from '#backend/contract/contracts.ts'
import { changeContract } from '#backend/contract/change.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import type { BillingTables } from '#backend/db/tables/billing.ts'
import type { CardPort, CardResult } from '#backend/ports/card.ts'
import type { CarrierAnswer } from '#backend/ports/carrier.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { owedStates, payableStates } from '#domain/billing/bill-states.ts'
import { collectionCourse, resumesAfterPayment } from '#domain/billing/collection.ts'
import type { Instant } from '#domain/tokyo.ts'
import { dueYen, findBill, moveBill, openPayments, type BillKey } from './bill-steps.ts'
import { cardPlace } from './card-store.ts'
import { lateRefusalMessage, paidMessage, refusedMessage } from './messages.ts'
import { bookLateInterest } from './late-interest.ts'
import { postPayment } from './postings.ts'
import type { BillRow } from './stored-bills.ts'
import { resumePaid } from './suspension.ts'

export type PaymentDeps = Pick<
  ProcedureDeps,
  'database' | 'sealing' | 'log' | 'commit' | 'queue' | 'endings'
> & { card: CardPort }
export type PaymentRow = Selectable<BillingTables['payment']>
export type Payments = ReturnType<typeof createPayments>

/** Card numbers never leave the processor: without a card on file a charge is refused by ourselves. */
const NO_CARD = 'card_missing'

/**
 * One charge of one bill: written down before the processor is asked, settled by its answer, once, whoever asked for it
 * and however the answer comes. An answer that never came is looked up, and never charged anew (billing.md 15). The
 * call is made outside of any transaction.
 */
export function createPayments(deps: PaymentDeps) {
  const {
    database: { db },
    sealing,
    log,
    commit,
    card,
  } = deps

  /** The caller holds the contract's lock and has moved the bill. */
  async function begin(
    tx: Db,
    bill: BillRow,
    { askedBy, now }: { askedBy: PaymentRow['asked_by']; now: Instant },
  ): Promise<PaymentRow> {
    const { contract_id: contractId, month } = bill
    const attempt = (await attemptsOf(tx, contractId, month)).length + 1
    const onFile = await tx
      .selectFrom('payment_card')
      .select('last4')
      .where('contract_id', '=', contractId)
      .executeTakeFirst()
    return tx
      .insertInto('payment')
      .values({
        contract_id: contractId,
        order_id: `${bill.bill_id}-${attempt}`,
        receipt_no: newReadableNo('P'),
        month,
        attempt,
        amount_yen: await dueYen(tx, bill),
        state: 'sent',
        reason: null,
        card_last4: onFile?.last4 ?? null,
        asked_by: askedBy,
        sent_at: now,
        answered_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Asks the processor what it knows; what never arrived is sent again under the same id. */
  async function reconcile(payment: PaymentRow, now: Instant, given: Given = {}) {
    const known = await card.find(payment.order_id)
    if (known.kind === 'rejected') return send(payment, now, given)
    return settleAlone(payment, known, now, given)
  }

  async function send(payment: PaymentRow, now: Instant, given: Given = {}) {
    return settleAlone(payment, await askCard(payment, now), now, given)
  }

  async function settleAlone(...asked: DropFirst<Parameters<typeof settle>>) {
    return db.transaction().execute((tx) => settle(tx, ...asked))
  }

  async function askCard(payment: PaymentRow, now: Instant): Promise<CarrierAnswer<CardResult>> {
    const { contract_id: contractId, order_id: orderId, amount_yen: amountYen } = payment
    const onFile = await db
      .selectFrom('payment_card')
      .select('token_sealed')
      .where('contract_id', '=', contractId)
      .executeTakeFirst()
    if (onFile === undefined) {
      const refused = { result: 'refused', reason: NO_CARD, amountYen, at: now.toString() } as const
      return { kind: 'accepted', value: refused }
    }
    const cardToken = sealing.open(cardPlace(contractId), onFile.token_sealed)
    return card.charge({ orderId, amountYen, cardToken })
  }

  /**
   * What the answer means; one that comes a second time finds the payment settled and changes nothing, and one that
   * speaks of another amount is not believed.
   */
  async function settle(
    tx: Db,
    { order_id: orderId, contract_id: contractId }: Pick<PaymentRow, 'order_id' | 'contract_id'>,
    answer: CarrierAnswer<CardResult>,
    now: Instant,
    { isAwaited = false }: Given = {},
  ): Promise<PaymentRow> {
    const by: By = { actor: 'system', contractId, now }
    await lockContract(tx, contractId)
    const payment = await findPayment(tx, orderId)
    if (payment.state === 'ok' || payment.state === 'refused') return payment
    const bill = await findBill(tx, { contractId, month: payment.month })
    if (answer.kind !== 'accepted') return await noteUnknown(tx, payment, bill)
    const { value } = answer
    if (value.amountYen !== payment.amount_yen) {
      log.error({ orderId, amountYen: value.amountYen }, 'card answer of another amount')
      return await noteUnknown(tx, payment, bill)
    }
    if (value.result === 'ok') return await notePaid(tx, by, payment, bill)
    return await noteRefused(tx, by, payment, bill, { reason: value.reason, isAwaited })
  }

  async function noteUnknown(tx: Db, payment: PaymentRow, bill: BillRow) {
    if (payment.state === 'unknown') return payment
    if (isByCalendar(payment)) await moveBill(tx, bill, 'no_answer')
    return writeAnswer(tx, payment, { state: 'unknown' })
  }

  async function notePaid(tx: Db, by: By, payment: PaymentRow, bill: BillRow) {
    await postPayment(tx, payment, by.now)
    await bookLateInterest(tx, payment, by.now)
    const paid = await moveBill(tx, bill, 'paid', { paid_at: by.now })
    const resumed = await afterPayment(tx, by)
    await commit.change(tx, by, {
      action: 'bill-paid',
      target: bill.bill_id,
      details: { order: payment.order_id, askedBy: payment.asked_by, resumed },
      message: (accountId) => paidMessage({ accountId, bill: paid, payment, resumed }),
    })
    return writeAnswer(tx, payment, {
      state: 'ok',
      answered_at: by.now,
      ...(resumed && { resumed_at: by.now }),
    })
  }

  async function noteRefused(
    tx: Db,
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
    const told = { bill, reason, dueYen: payment.amount_yen }
    if (!isByCalendar(payment)) {
      await commit.change(tx, by, {
        action: 'bill-payment-refused',
        target: bill.bill_id,
        details: { order: payment.order_id, reason },
        // Who waits for the answer reads it there.
        ...(!isAwaited && {
          message: (accountId: string) =>
            lateRefusalMessage({ accountId, ...told, orderId: payment.order_id }),
        }),
      })
      return refused
    }
    const failed = await moveBill(tx, bill, 'charge_refused')
    const attempt = (await attemptsOf(tx, by.contractId, payment.month)).filter(isByCalendar).length
    const isLast = attempt >= collectionCourse(payment.month).chargesAt.length
    if (isLast) await moveBill(tx, failed, 'retries_exhausted')
    await noteDebt(tx, by)
    await commit.change(tx, by, {
      action: 'bill-charge-refused',
      target: bill.bill_id,
      details: { attempt, reason },
      message: (accountId) => refusedMessage({ accountId, ...told, attempt }),
    })
    return refused
  }

  /** The debt is gone once every bill is paid; service resumes unless another bill has passed its own moment. */
  async function afterPayment(tx: Db, by: By): Promise<boolean> {
    const owed = await tx
      .selectFrom('bill')
      .select('month')
      .where('contract_id', '=', by.contractId)
      .where('state', 'in', [...owedStates])
      .execute()
    const contract = await lockContract(tx, by.contractId)
    if (owed.length === 0 && contract.unpaid_since !== null)
      await changeContract(tx, by.contractId, { unpaid_since: null }, by)
    const months = owed.map(({ month }) => month)
    return resumesAfterPayment(months, by.now) ? resumePaid(tx, deps, by) : false
  }

  return { begin, send, reconcile, settle: settleAlone, afterPayment }
}

/** Whether somebody waits for the answer and needs no mail of it. */
type Given = { readonly isAwaited?: boolean }
type DropFirst<List extends readonly unknown[]> = List extends [unknown, ...infer Rest]
  ? Rest
  : never

/** Charges of the 7th, 10th and 13th; what a member pays by himself is none of them. */
export const isByCalendar = ({ asked_by }: Pick<PaymentRow, 'asked_by'>) => asked_by === 'system'

export async function findPayment(db: Db, orderId: string): Promise<PaymentRow> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
}

export async function attemptsOf(tx: Db, contractId: string, month: BillKey['month']) {
  return tx
    .selectFrom('payment')
    .select(['attempt', 'asked_by', 'state'])
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .execute()
}

/** Can the bill be paid now? Not while an answer is awaited. */
export async function isPayable(tx: Db, bill: BillRow): Promise<boolean> {
  const isOpen = payableStates.some((state) => state === bill.state)
  return isOpen && (await openPayments(tx, bill.contract_id, bill.month)).length === 0
}

async function writeAnswer(
  tx: Db,
  payment: PaymentRow,
  answer: Partial<Pick<PaymentRow, 'state' | 'reason' | 'answered_at' | 'resumed_at'>>,
): Promise<PaymentRow> {
  return tx
    .updateTable('payment')
    .set(answer)
    .where('order_id', '=', payment.order_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Unpaid from the first definite refusal (billing.md 15): until then nothing is kept from the member. */
async function noteDebt(tx: Db, by: By) {
  const contract = await lockContract(tx, by.contractId)
  if (contract.unpaid_since === null)
    await changeContract(tx, by.contractId, { unpaid_since: by.now }, by)
}
