import { recordAudit } from '#backend/audit.ts'
import { findContract, findLines, lockContract } from '#backend/contract/contracts.ts'
import { loadFacts } from '#backend/contract/facts.ts'
import { monthlyBill } from '#backend/contract/monthly-use.ts'
import { requirePermission, toWireWhy } from '#backend/contract/permissions.ts'
import { totalsOf, toWireTotals } from '#backend/contract/totals.ts'
import { auditOf, type Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { conditionsOf, requireConditions } from '#backend/procedure/conditions.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { Refusal } from '#backend/refusal.ts'
import { bookCharges } from '#backend/contract/booked-charges.ts'
import { chargeOf } from '#domain/billing/charge.ts'
import { price } from '#domain/catalogue/figure.ts'
import { allowanceOf } from '#domain/exclusion/allowed-operations.ts'
import { addDays, toTokyoDate, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { paperOrderedMessage } from './messages.ts'
import { paperCopy, type PaperOrder } from './procedure.ts'
import { findDocument } from './store.ts'

/** Ours: printed the day after the order, posted the day after that, delivered two days later. */
export const PAPER_DAYS = { printed: 1, shipped: 2, delivered: 4 } as const

export type PaperService = ReturnType<typeof createPaperService>

export function createPaperService({ sealing, outbox }: { sealing: Sealing; outbox: Outbox }) {
  /** What a paper copy costs and when it comes (wire PaperAvailable). */
  async function estimate(db: Db, contractId: string, docId: string, now: Instant) {
    const document = await requireIssued(db, contractId, docId)
    const contract = await findContract(db, contractId)
    const holder = await readHolder(db, sealing, contract.account_id)
    const today = toTokyoDate(now)
    const bill = toWireTotals(monthlyBill(contract, await findLines(db, contractId), today))
    const expectedOn = addDays(today, PAPER_DAYS.delivered)
    const offered = {
      operation: 'paperCopy' as const,
      lines: [],
      changes: [{ label: document.title, before: '電子の書面のみ', after: '紙の写しを郵送' }],
      effectiveOn: expectedOn,
      oneOff: totalsOf([feeOn(now)], today),
      oneOffBillMonth: toTokyoMonth(now),
      monthlyBefore: bill,
      monthlyAfter: bill,
      monthlyDeltaYen: 0,
      interruption: { expected: false, message: '通信や通話が止まることはありません。' },
      blockedMeanwhile: [],
      notices: [
        'ご登録の住所に普通郵便でお届けします。住所が古いときは、先に変更してください。',
        'お申し込みのあとは取り消せません。',
      ],
      docId,
      title: document.title,
      addressMasked: holder.addressMasked,
      expectedOn,
    }
    const allowance = allowanceOf('paperCopy', await loadFacts(db, contractId), now)
    return {
      ...offered,
      conditions: conditionsOf(offered, { docId }),
      why: toWireWhy(allowance),
    }
  }

  async function reserve(
    tx: Db,
    who: Who,
    wish: { docId: string; conditions: string },
  ): Promise<PaperOrder> {
    const { contractId, now } = who
    await lockContract(tx, contractId)
    const offered = await estimate(tx, contractId, wish.docId, now)
    requirePermission(await loadFacts(tx, contractId), 'paperCopy', { now })
    requireConditions(wish.conditions, offered)
    const order = await paperCopy.open(tx, {
      contractId,
      procedure: 'paperCopy',
      event: 'ordered',
      actor: 'member',
      now,
      expectedOn: offered.expectedOn,
      details: {
        docId: wish.docId,
        documentTitle: offered.title,
        feeYen: offered.oneOff.totalYen,
        estimate: { ...offered, why: { allowed: true } },
        nextSteps: [nextStep('お届けの予定です。', offered.expectedOn)],
      },
    })
    const orderNo = order.order_no
    await bookCharges(tx, { contractId, orderNo, lineId: undefined }, [feeOn(now)], now)
    await recordAudit(tx, { ...auditOf(who), action: 'paper-copy-ordered', target: orderNo })
    const { accountId } = who
    const { title: documentTitle, oneOff } = offered
    const told = { accountId, order, documentTitle, feeYen: oneOff.totalYen }
    await outbox.post(tx, paperOrderedMessage(told), now)
    return order
  }

  return { estimate, reserve }
}

/** @throws Refusal DOCUMENT_NOT_READY until it is made, CHARACTER_NOT_PRINTABLE where it cannot be. */
export async function requireIssued(db: Db, contractId: string, docId: string) {
  const document = await findDocument(db, contractId, docId)
  if (document.state === 'requested') throw new Refusal('DOCUMENT_NOT_READY')
  if (document.state === 'unprintable') throw new Refusal('CHARACTER_NOT_PRINTABLE')
  return document
}

function feeOn(now: Instant) {
  return chargeOf('oneOff', price('oneOff.paperDocument', toTokyoDate(now)))
}
