import { billedMonth } from '#backend/billing/queries/billed-month.ts'
import { closeMonth } from '#backend/billing/bulk/close-month.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant, tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import type { Harness } from './harness.ts'
import { makeMember, setProfile } from './members.ts'
import { addRow } from './rows.ts'

/** When November has been closed. */
export const CLOSED = '2026-12-01T06:05:00+09:00'
export const november = tokyoMonth('2026-11')
export const holder = { lastName: '髙橋', firstName: '﨑子' }

type Member = Awaited<ReturnType<typeof makeMember>>

/** Members with a bill of November, and the papers made of it. */
export function invoiceMembers(harness: () => Harness) {
  /** Closed anew for every test: the bills there are stay as they are. */
  const close = async () => {
    await harness().database.db.deleteFrom('month_close').execute()
    await closeMonth(
      (work) => harness().database.db.transaction().execute(work),
      billedMonth(november, publishedPrices),
      {
        now: () => instant(CLOSED),
      },
    )
  }
  /** Given back or charged on November's bill, without tax. */
  const book = ({ contractId }: Member, yenExTax: number, originMonth: string | null = null) =>
    addRow(harness(), 'booked_charge', {
      contract_id: contractId,
      charge_id: `chg-${contractId}-${yenExTax}`,
      line_id: null,
      kind: 'adjustment',
      figure_key: 'topup.100mb',
      quantity: 1,
      amount_tenths_yen: yenExTax * 10,
      tax: 'excluded',
      tax_on: tokyoDate(originMonth === null ? '2026-11-20' : `${originMonth}-20`),
      rate_valid_from: tokyoDate('2019-10-01'),
      origin_month: originMonth === null ? null : tokyoMonth(originMonth),
      month: november,
      booked_at: instant('2026-11-20T10:00:00+09:00'),
      source_ref: `test:${yenExTax}`,
    })
  const member = async (
    loginId: string,
    adjustments: readonly number[] = [],
    startedOn?: string,
  ) => {
    const made = await makeMember(harness(), { loginId, ...(startedOn && { startedOn }) })
    await setProfile(harness(), made.accountId, holder)
    for (const yenExTax of adjustments) await book(made, yenExTax)
    await close()
    const { list } = await made.call(api.invoiceReviewGet)
    return { ...made, billId: list[0]?.billId ?? '' }
  }
  const pdfOf = (
    { contractId }: Member,
    { invoiceId, printed }: { invoiceId: string; printed: number },
  ) => harness().services.invoiceFiles.readPdf({ contractId, invoiceId, copyNumber: printed - 1 })

  return { close, book, member, pdfOf }
}
