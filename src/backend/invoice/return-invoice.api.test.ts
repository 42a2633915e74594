import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { startHarness, type Harness } from '#tests/api/harness.ts'
import { CLOSED, holder, invoiceMembers } from '#tests/api/invoices.ts'
import { makeMember, setProfile } from '#tests/api/members.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { taskOf } from '#tests/api/tasks.ts'
import { invoiceNoOf } from './rows.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness(CLOSED)
})
afterAll(() => harness?.stop())

const { close, book, member, pdfOf } = invoiceMembers(() => harness)

describe('適格返還請求書', () => {
  test('10,000円に満たない返金は、求められてから発行し、もとの適格請求書の番号を載せる', async () => {
    // (1,080 − 1,191) × 1.1 + 3.3 = −118.8
    const small = await makeMember(harness, { loginId: 'small' })
    await setProfile(harness, small.accountId, holder)
    await book(small, -1191, '2026-10')
    await close()
    expect((await small.call(api.invoiceReviewGet)).list).toEqual([])
    await task()
    const { list } = await small.call(api.invoiceReturnReviewGet)
    expect(list).toMatchObject([{ month: '2026-11', totalYen: -118, state: 'reviewable' }])
    const query = { returnId: list[0]?.returnId ?? '' }
    const { preview } = await small.call(api.invoiceReturnReviewGet, { query })
    expect(preview).toMatchObject({
      returnedOn: '2026-12-01',
      supplied: [{ month: '2026-10' }],
      rates: [{ taxPercent: 10, totalYen: -118, taxYen: -10, exTaxYen: -108 }],
      totalYen: -118,
    })
    const made = await small.call(api.invoiceReturnIssuePost, { body: query })
    expect(made.invoice).toEqual(preview)
    expect(made.issued).toMatchObject({ invoiceNo: expect.stringMatching(/^R-\d{8}$/), printed: 1 })
    await expect(pdfOf(small, made.issued)).resolves.toMatchObject({
      fileName: `${made.issued.invoiceNo}.pdf`,
    })
  })

  test('10,000円以上の返金には求められなくても1通だけ発行し、そう知らせる', async () => {
    const large = await member('large', [-12_000])
    await task()
    await task()
    const { list } = await large.call(api.invoiceReturnReviewGet)
    expect(list).toMatchObject([{ state: 'issued', issued: { printed: 1 } }])
    const { rows } = await large.call(api.noticesGet)
    expect(rows.map(({ title }) => title)).toEqual(['適格返還請求書を発行しました'])
  })

  test('返金のない請求には発行しない', async () => {
    const plain = await member('plain')
    const query = { returnId: plain.billId }
    expect((await plain.call(api.invoiceReturnReviewGet)).list).toEqual([])
    expect(await codeOf(plain.call(api.invoiceReturnReviewGet, { query }))).toBe(
      'RETURN_INVOICE_NOT_ISSUABLE',
    )
    expect(invoiceNoOf('return', 1)).toBe('R-00000001')
  })

  const task = () => taskOf(harness, 'return invoices').run(instant(CLOSED))
})
