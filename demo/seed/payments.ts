import { cardAad } from '#backend/billing/rows/cards.ts'
import { postPayment } from '#backend/billing/rows/postings.ts'
import { changeContract } from '#backend/contract/change.ts'
import type { Db } from '#backend/db/connect.ts'
import { insertRow, rowsOf, updateRows } from '#backend/db/rows.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import type { BillState } from '#domain/billing/bill-states.ts'
import { collectionCourse } from '#domain/billing/collection.ts'
import { formatRfc3339, isBefore, type Instant } from '#domain/tokyo.ts'
import { setUpCharge, type PastAccess } from './past-set-up.ts'
import type { Services } from '#server/services.ts'
import { firstOwedMonth } from './contracts.ts'
import type { SeedContract } from './life.ts'

type Behaviour = 'ok' | 'insufficient-funds'

/** A card of the demo's processor: its name says how it behaves (docs/outside-systems.md 3). */
const cardOf = ({ story }: SeedContract): { last4: string; behaviour: Behaviour } =>
  story.suspendedUnpaid === true
    ? { last4: '0002', behaviour: 'insufficient-funds' }
    : { last4: '4242', behaviour: 'ok' }

export const tokenOf = (last4: string, behaviour: Behaviour, loginId: string) =>
  `tok_visa_${last4}_203012_${behaviour}_${loginId}`

/**
 * The cards on file, and what became of each past bill, here and at the processor: paid on its day, or refused since the
 * card was.
 */
export async function seedPayments(
  tx: Db,
  { sealing, config }: Pick<Services, 'sealing' | 'config'>,
  contracts: readonly SeedContract[],
  now: Instant,
) {
  for (const contract of contracts) {
    const { contractId, story } = contract
    const { last4, behaviour } = cardOf(contract)
    const token = tokenOf(last4, behaviour, story.loginId)
    await insertRow(tx, 'payment_card', {
      contract_id: contractId,
      token_sealed: sealing.seal(cardAad(contractId), token),
      brand: 'Visa',
      last4,
      expires: '2030-12',
      updated_at: now,
    })
    await payPast(tx, config, contract, now)
  }
}

async function payPast(tx: Db, processor: PastAccess, contract: SeedContract, now: Instant) {
  const { contractId, story } = contract
  const { last4 } = cardOf(contract)
  const firstOwed = firstOwedMonth(now)
  const bills = await rowsOf(tx, 'bill', { contract_id: contractId, state: 'fixed' }, 'month')
  for (const bill of bills) {
    const isOwed = story.suspendedUnpaid === true && bill.month >= firstOwed
    const times = collectionCourse(bill.charge_on).chargesAt
    const past = times.filter((at) => !isBefore(now, at))
    const made = isOwed ? past : past.slice(0, 1)
    for (const [index, at] of made.entries()) {
      const payment = await tx
        .insertInto('payment')
        .values({
          contract_id: contractId,
          order_id: `${bill.bill_id}-${index + 1}`,
          receipt_no: newReadableNo('P'),
          month: bill.month,
          attempt: index + 1,
          amount_yen: bill.total_yen,
          state: isOwed ? 'refused' : 'ok',
          reason: isOwed ? 'insufficient_funds' : null,
          card_last4: last4,
          asked_by: 'system',
          sent_at: at,
          answered_at: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      if (payment.state === 'ok') await postPayment(tx, payment, at)
      const charge = {
        orderId: payment.order_id,
        amountYen: payment.amount_yen,
        // The card that refuses now has paid before.
        cardToken: tokenOf(last4, isOwed ? 'insufficient-funds' : 'ok', story.loginId),
        at: formatRfc3339(at),
      }
      await setUpCharge(processor, charge, isOwed ? 'refused' : 'ok')
    }
    const [first] = made
    if (first === undefined) continue
    const isLast = made.length === times.length
    const state = isOwed ? owedState(bill.month === firstOwed, isLast) : 'paid'
    const paidAt = isOwed ? null : first
    await updateRows(
      tx,
      'bill',
      { contract_id: contractId, month: bill.month },
      { state, paid_at: paidAt },
    )
    if (isOwed && bill.month === firstOwed) {
      await changeContract(tx, contractId, { unpaid_since: first }, { actor: 'system', now: first })
    }
  }
}

/** The bill that led to the suspension has had its final notice on the 1st; a later one is still being tried. */
function owedState(ledToSuspension: boolean, isLast: boolean): BillState {
  if (ledToSuspension) return 'final_notice'
  return isLast ? 'unpaid' : 'failed'
}
