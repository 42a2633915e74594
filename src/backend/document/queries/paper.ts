import type { LoadedContract } from '#backend/contract/load.ts'
import { monthlyBill, monthlyUse } from '#backend/contract/monthly-use.ts'
import { findActiveOptions } from '#backend/contract/options.ts'
import { totalsOf, toWireTotals } from '#backend/contract/totals.ts'
import type { Db } from '#backend/db/connect.ts'
import { readHolder } from '#backend/holder.ts'
import { conditionsOf } from '#backend/procedure/conditions.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError } from '#backend/refusal.ts'
import { oneOffCharge } from '#domain/billing/charge.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { addDays, toTokyoDate, toTokyoMonth, type Instant } from '#domain/tokyo.ts'
import { findDocument } from '../rows.ts'

/** Ours: printed the day after the order, posted the day after that, delivered two days later. */
export const PAPER_DAYS = { printed: 1, shipped: 2, delivered: 4 } as const

export const paperFee = (book: PriceBook, now: Instant) =>
  oneOffCharge('oneOff.paperDocument', toTokyoDate(now), book)

/** What a paper copy costs and when it comes (wire PaperAvailable). */
export async function estimatePaper(
  db: Db,
  { sealing, book }: Pick<ProcedureDeps, 'sealing' | 'book'>,
  known: LoadedContract,
  docId: string,
  now: Instant,
) {
  const { contract, facts } = known
  const document = await requireIssued(db, contract.contract_id, docId)
  const holder = await readHolder(db, sealing, contract.account_id)
  const today = toTokyoDate(now)
  const use = monthlyUse(known, await findActiveOptions(db, known, now))
  const bill = toWireTotals(monthlyBill(use, today, book))
  const expectedOn = addDays(today, PAPER_DAYS.delivered)
  const offered = {
    operation: 'paperCopy' as const,
    lines: [],
    changes: [{ label: document.title, before: '電子の書面のみ', after: '紙の写しを郵送' }],
    effectiveOn: expectedOn,
    oneOff: totalsOf([paperFee(book, now)], today, book),
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

/** @throws RefusalError DOCUMENT_NOT_READY until it is made, CHARACTER_NOT_PRINTABLE where it cannot be. */
export async function requireIssued(db: Db, contractId: string, docId: string) {
  const document = await findDocument(db, contractId, docId)
  if (document.state === 'requested') throw new RefusalError('DOCUMENT_NOT_READY')
  if (document.state === 'unprintable') throw new RefusalError('CHARACTER_NOT_PRINTABLE')
  return document
}
