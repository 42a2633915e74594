import { findContract } from '#backend/contract/contracts.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { billingApi } from '#protocol/billing.ts'
import { billStateOf, billStates } from '#domain/billing/bill-states.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import { toTokyoDate, type TokyoMonth } from '#domain/tokyo.ts'
import { creditLeft } from './credit-left.ts'
import { refundsOf, type RefundRow } from '../rows/refunds.ts'
import type { BillRow } from './stored-bills.ts'
import { maskedCard } from '../rows/cards.ts'

type WireCredit = NonNullable<Answer<typeof billingApi.billingStatusGet>['bills'][number]['credit']>

/** Of each bill below zero what is left of it, what becomes of that, and what went back. */
export async function creditsOf(
  db: Db,
  bills: readonly BillRow[],
): Promise<ReadonlyMap<TokyoMonth, WireCredit>> {
  const credits = new Map<TokyoMonth, WireCredit>()
  for (const bill of bills.filter(({ total_yen: yen }) => yen < 0))
    credits.set(bill.month, {
      leftYen: await creditLeft(db, bill),
      message: await messageOf(db, bill),
      refunds: (await refundsOf(db, bill)).map(toWireRefund),
    })
  return credits
}

async function messageOf(db: Db, bill: BillRow): Promise<string> {
  const state = billStateOf(bill)
  if (state === 'paid') return '後の請求のお支払いに、すべて充てました。'
  if (state !== 'credit') return billStates.words(state).sentence
  const { status } = await findContract(db, bill.contract_id)
  const isOver = contractStates.isTerminal(status)
  return isOver
    ? '最後の請求が済むと、お支払いいただいたカードにお返しします。お手続きは要りません。'
    : billStates.words(state).sentence
}

const wireStates = { sent: 'asked', unknown: 'asked', ok: 'done', refused: 'refused' } as const

function toWireRefund(refund: RefundRow) {
  const { amount_yen: yen, way, state, requested_at: at, answered_at: answeredAt } = refund
  return {
    yen,
    way,
    state: wireStates[state],
    on: toTokyoDate(answeredAt ?? at),
    cardMasked: refund.card_last4 === null ? undefined : maskedCard(refund.card_last4),
  }
}
