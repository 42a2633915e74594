import type { Selectable } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import { changeContract } from '#backend/contract/change.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { BillingTables } from '#backend/db/tables/billing.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import type { CardCharge, CardPort } from '#backend/ports/card.ts'
import type { CarrierAnswer } from '#backend/ports/carrier.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { billStates, owedStates, type BillEvent } from '#domain/billing/bill-states.ts'
import { chargeTimes } from '#domain/billing/collection.ts'
import { isBefore, toTokyoDate, type Instant, type TokyoMonth } from '#domain/tokyo.ts'
import { cardPlace } from './card-store.ts'
import { paidMessage, refusedMessage } from './messages.ts'
import { postPayment } from './postings.ts'
import type { BillRow } from './stored-bills.ts'

type Deps = Pick<AreaDeps, 'database' | 'sealing' | 'log'> & { commit: Commit; card: CardPort }
type BillKey = { contractId: string; month: TokyoMonth }
type PaymentRow = Selectable<BillingTables['payment']>

/** Card numbers never leave the processor: without a card on file a charge is refused by ourselves. */
const NO_CARD = 'card_missing'

/**
 * Charges what is due to the members' cards (billing.md 15): on the 7th, again on the 10th and 13th, at 10:00. While an
 * answer is unknown nothing further is tried; it is looked up until it is known. Each step commits before and after
 * the call, which is made outside of any transaction.
 */
export function createCollection({ database: { db }, sealing, log, commit, card }: Deps) {
  async function collect(now: Instant): Promise<void> {
    for (const payment of await openPayments())
      await guarded(payment.order_id, () => reconcile(payment, now))
    for (const key of await billsToCharge(now))
      await guarded(key.contractId, () => chargeBill(key, now))
  }

  /** One bill's failure stops no other; an outage of the database is nobody's fault and ends the round. */
  async function guarded(id: string, work: () => Promise<void>) {
    try {
      await work()
    } catch (err) {
      if (isDatabaseOutage(err)) throw err
      log.error({ err, id }, 'bill not collected')
    }
  }

  async function chargeBill(key: BillKey, now: Instant) {
    const payment = await db.transaction().execute((tx) => beginPayment(tx, key, now))
    if (payment !== undefined) await send(payment, now)
  }

  /** Asks the processor what it knows; what never arrived is sent again under the same id. */
  async function reconcile(payment: PaymentRow, now: Instant) {
    const known = await card.find(payment.order_id)
    if (known.kind === 'rejected') return send(payment, now)
    await db.transaction().execute((tx) => settle(tx, payment, known, now))
  }

  async function send(payment: PaymentRow, now: Instant) {
    const answer = await askCard(payment, now)
    await db.transaction().execute((tx) => settle(tx, payment, answer, now))
  }

  async function askCard(payment: PaymentRow, now: Instant): Promise<CarrierAnswer<CardCharge>> {
    const { contract_id: contractId, order_id: orderId, amount_yen: amountYen } = payment
    const onFile = await db
      .selectFrom('payment_card')
      .select('token_sealed')
      .where('contract_id', '=', contractId)
      .executeTakeFirst()
    if (onFile === undefined)
      return { kind: 'accepted', value: { result: 'refused', reason: NO_CARD, at: now.toString() } }
    const cardToken = sealing.open(cardPlace(contractId), onFile.token_sealed)
    return card.charge({ orderId, amountYen, cardToken })
  }

  async function openPayments() {
    return db
      .selectFrom('payment')
      .selectAll()
      .where('state', 'in', ['sent', 'unknown'])
      .orderBy('sent_at')
      .execute()
  }

  async function billsToCharge(now: Instant): Promise<BillKey[]> {
    const bills = await db
      .selectFrom('bill')
      .select(['contract_id', 'month'])
      .where('state', 'in', ['fixed', 'failed'])
      .where('charge_on', '<=', toTokyoDate(now))
      .orderBy('charge_on')
      .orderBy('contract_id')
      .execute()
    return bills.map(({ contract_id: contractId, month }) => ({ contractId, month }))
  }

  /** The next attempt, if its hour has come: written down before the processor is asked. */
  async function beginPayment(tx: Db, key: BillKey, now: Instant): Promise<PaymentRow | undefined> {
    await lockContract(tx, key.contractId)
    const bill = await findBill(tx, key)
    const attempt = (await countAttempts(tx, key)) + 1
    const event = bill.state === 'fixed' ? 'charge_sent' : 'retry_sent'
    if (!billStates.isState(bill.state) || !billStates.can(bill.state, event, 'system'))
      return undefined
    const due = chargeTimes(key.month)[attempt - 1]
    if (due === undefined || isBefore(now, due)) return undefined
    await moveBill(tx, bill, event)
    const onFile = await tx
      .selectFrom('payment_card')
      .select('last4')
      .where('contract_id', '=', key.contractId)
      .executeTakeFirst()
    return tx
      .insertInto('payment')
      .values({
        contract_id: key.contractId,
        order_id: `${bill.bill_id}-${attempt}`,
        month: key.month,
        attempt,
        amount_yen: bill.total_yen,
        state: 'sent',
        reason: null,
        card_last4: onFile?.last4 ?? null,
        asked_by: 'system',
        sent_at: now,
        answered_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** What the answer means; one that comes a second time finds the payment settled and changes nothing. */
  async function settle(
    tx: Db,
    { order_id: orderId, contract_id: contractId }: PaymentRow,
    answer: CarrierAnswer<CardCharge>,
    now: Instant,
  ) {
    const by: By = { actor: 'system', contractId, now }
    await lockContract(tx, contractId)
    const payment = await tx
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    if (payment.state === 'ok' || payment.state === 'refused') return
    const bill = await findBill(tx, { contractId, month: payment.month })
    if (answer.kind !== 'accepted') {
      if (payment.state === 'unknown') return
      await writeAnswer(tx, payment, { state: 'unknown' })
      await moveBill(tx, bill, 'no_answer')
      return
    }
    const { value } = answer
    if (value.result === 'ok') {
      await writeAnswer(tx, payment, { state: 'ok', answered_at: now })
      await postPayment(tx, payment, now)
      const paid = await moveBill(tx, bill, 'paid', { paid_at: now })
      await liftDebt(tx, by)
      await commit.change(tx, by, {
        action: 'bill-paid',
        target: bill.bill_id,
        message: (accountId) => paidMessage({ accountId, bill: paid, payment }),
      })
      return
    }
    await writeAnswer(tx, payment, { state: 'refused', reason: value.reason, answered_at: now })
    const failed = await moveBill(tx, bill, 'charge_refused')
    const isLast = payment.attempt >= chargeTimes(payment.month).length
    if (isLast) await moveBill(tx, failed, 'retries_exhausted')
    await noteDebt(tx, by)
    await commit.change(tx, by, {
      action: 'bill-charge-refused',
      target: bill.bill_id,
      details: { attempt: payment.attempt, reason: value.reason },
      message: (accountId) =>
        refusedMessage({ accountId, bill, attempt: payment.attempt, reason: value.reason }),
    })
  }

  return { collect }
}

async function findBill(tx: Db, { contractId, month }: BillKey): Promise<BillRow> {
  return tx
    .selectFrom('bill')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
}

async function countAttempts(tx: Db, { contractId, month }: BillKey): Promise<number> {
  const { count } = await tx
    .selectFrom('payment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('contract_id', '=', contractId)
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
  return count
}

/** @throws where the state table has no such step: a defect, not an answer. */
async function moveBill(
  tx: Db,
  bill: BillRow,
  event: BillEvent,
  change: { paid_at?: Instant } = {},
): Promise<BillRow> {
  const next = billStates.isState(bill.state) ? billStates.next(bill.state, event) : undefined
  if (next === undefined || !next.ok)
    throw new Error(`A bill that is ${bill.state} cannot be ${event}`)
  return tx
    .updateTable('bill')
    .set({ state: next.value, ...change })
    .where('contract_id', '=', bill.contract_id)
    .where('month', '=', bill.month)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function writeAnswer(
  tx: Db,
  payment: PaymentRow,
  answer: Partial<Pick<PaymentRow, 'state' | 'reason' | 'answered_at'>>,
) {
  await tx.updateTable('payment').set(answer).where('order_id', '=', payment.order_id).execute()
}

/** Unpaid from the first definite refusal (billing.md 15): until then nothing is kept from the member. */
async function noteDebt(tx: Db, by: By) {
  const contract = await lockContract(tx, by.contractId)
  if (contract.unpaid_since === null)
    await changeContract(tx, by.contractId, { unpaid_since: by.now }, by)
}

/** Nothing is owed any more once every other bill is paid too. */
async function liftDebt(tx: Db, by: By) {
  const contract = await lockContract(tx, by.contractId)
  if (contract.unpaid_since === null) return
  const owed = await tx
    .selectFrom('bill')
    .select('bill_id')
    .where('contract_id', '=', by.contractId)
    .where('state', 'in', [...owedStates])
    .limit(1)
    .executeTakeFirst()
  if (owed === undefined) await changeContract(tx, by.contractId, { unpaid_since: null }, by)
}
