import { findHeldOptions } from '#backend/contract/options.ts'
import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { monthlyBill, monthlyUse } from '#backend/contract/monthly-use.ts'
import { totalsOf, toWireTotals } from '#backend/contract/totals.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import type { Commit } from '#backend/procedure/commit.ts'
import { conditionsOf, requireConditions } from '#backend/procedure/conditions.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { bookCharges } from '#backend/contract/booked-charges.ts'
import { loadNextBills } from '#backend/billing/public.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import { bookedOn } from '#domain/billing/next-bills.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { addDays, toTokyoDate, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { paperOrderedMessage } from './messages.ts'
import { paperCopy, type PaperOrder } from './procedure.ts'
import { findDocument } from './store.ts'

/** Ours: printed the day after the order, posted the day after that, delivered two days later. */
export const PAPER_DAYS = { printed: 1, shipped: 2, delivered: 4 } as const

export type PaperService = ReturnType<typeof createPaperService>

export function createPaperService({
  sealing,
  commit,
  book,
}: {
  sealing: Sealing
  commit: Commit
  book: PriceBook
}) {
  const feeOn = (now: Instant) => oneOffCharge('oneOff.paperDocument', toTokyoDate(now), book)

  /** What a paper copy costs and when it comes (wire PaperAvailable). */
  async function estimate(db: Db, known: LoadedContract, docId: string, now: Instant) {
    const { contract, facts } = known
    const document = await requireIssued(db, contract.contract_id, docId)
    const holder = await readHolder(db, sealing, contract.account_id)
    const today = toTokyoDate(now)
    const held = await findHeldOptions(db, known, now)
    const bill = toWireTotals(monthlyBill(monthlyUse(known, held), today, book))
    const expectedOn = addDays(today, PAPER_DAYS.delivered)
    const offered = {
      operation: 'paperCopy' as const,
      lines: [],
      changes: [{ label: document.title, before: '電子の書面のみ', after: '紙の写しを郵送' }],
      effectiveOn: expectedOn,
      oneOff: totalsOf([feeOn(now)], today, book),
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
    return {
      ...offered,
      conditions: conditionsOf(offered, { docId }),
      may: mayBegin('paperCopy', facts, now),
    }
  }

  async function reserve(
    tx: Db,
    who: Who,
    wish: { docId: string; conditions: string },
  ): Promise<PaperOrder> {
    const { contractId, now } = who
    const known = await loadContract(tx, contractId, { lock: true })
    const { may, ...offered } = await estimate(tx, known, wish.docId, now)
    requireOk(may)
    requireConditions(wish.conditions, offered)
    const { expectedOn, title: documentTitle } = offered
    const feeYen = offered.oneOff.totalYen
    const order = await commit.order(tx, who, {
      procedure: paperCopy,
      step: paperCopy.open({
        procedure: 'paperCopy',
        event: 'ordered',
        expectedOn,
        details: {
          docId: wish.docId,
          documentTitle,
          feeYen,
          estimate: { ...offered, why: { allowed: true } },
          nextSteps: [nextStep('お届けの予定です。', expectedOn)],
        },
      }),
      audit: { action: 'paper-copy-ordered' },
      message: (told) => paperOrderedMessage({ ...told, documentTitle, feeYen }),
    })
    const key = { contractId, orderNo: order.order_no, lineId: undefined }
    await bookCharges(tx, key, [feeOn(now)], now)
    return order
  }

  /** What the copy adds to the bills to come. */
  const billsAhead = (at: { db: Db; now: Instant }, known: LoadedContract) =>
    loadNextBills(at, known, bookedOn([feeOn(at.now)], toTokyoDate(at.now)), book)

  return { estimate, reserve, billsAhead }
}

/** @throws RefusalError DOCUMENT_NOT_READY until it is made, CHARACTER_NOT_PRINTABLE where it cannot be. */
export async function requireIssued(db: Db, contractId: string, docId: string) {
  const document = await findDocument(db, contractId, docId)
  if (document.state === 'requested') throw new RefusalError('DOCUMENT_NOT_READY')
  if (document.state === 'unprintable') throw new RefusalError('CHARACTER_NOT_PRINTABLE')
  return document
}
