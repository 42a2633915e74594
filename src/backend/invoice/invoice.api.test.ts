import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '#backend/db/connect.ts'
import { saveVerifiedIdentity } from '#backend/verified-identity.ts'
import { invoiceNoOf } from './rows.ts'
import { instant, tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { startHarness, type Harness } from '#tests/api/harness.ts'
import { CLOSED, invoiceMembers, november } from '#tests/api/invoices.ts'
import { makeMember, setProfile } from '#tests/api/members.ts'
import { readStructure } from '#tests/pdf-structure.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { issueInvoice } from './commands/issue-invoice.ts'
import { addRow, rowOf } from '#tests/api/rows.ts'
import { tries } from '#tests/tries.ts'

type Member = Awaited<ReturnType<typeof makeMember>>

let harness: Harness
beforeAll(async () => {
  harness = await startHarness(CLOSED)
})
afterAll(() => harness?.stop())

const { close, member, pdfOf } = invoiceMembers(() => harness)
const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex')

describe('適格請求書', () => {
  test('宛名は本人確認済みの氏名で、登録の氏名が書き換わっても変わらない', async () => {
    const { accountId, billId, call } = await member('verified')
    const compared = { name: '德永 𠮷子', kana: '', birth: '1990-04-01', address: '東京都' }
    await saveVerifiedIdentity(
      harness.database.db,
      harness.services.sealing,
      { accountId, compared, verifiedOn: tokyoDate('2025-09-28') },
      instant(CLOSED),
    )
    const { preview } = await call(api.invoiceReviewGet, { query: { billId } })
    expect(preview?.recipientName).toBe('德永 𠮷子')
  })

  test('請求と1円も違わない内容を確かめて発行すると、番号と宛名が決まり、PDFとデータになる', async () => {
    const sato = await member('sato', [5, 23, 43], '2026-11-11')
    const { bills } = await sato.call(api.billingStatusGet, { query: {} })
    const [bill] = bills
    const asked = { billId: sato.billId, tradeName: '𠮷野德㈱' }
    const { list, preview } = await sato.call(api.invoiceReviewGet, { query: asked })
    expect(list).toMatchObject([
      { month: '2026-11', state: 'reviewable', totalYen: bill?.totalYen },
    ])
    expect(preview).toMatchObject({
      recipientName: '𠮷野德㈱　髙橋 﨑子',
      periodFrom: '2026-11-11',
      periodTo: '2026-11-30',
      rates: bill?.rates,
      totalYen: bill?.totalYen,
      settled: [],
      leftYen: bill?.totalYen,
      issuer: { registrationNumber: 'T0000000000000' },
    })

    const { issued, invoice, reissued } = await sato.call(api.invoiceIssuePost, { body: asked })
    expect(reissued).toBe(false)
    expect(issued).toMatchObject({ invoiceNo: 'I-00000001', issuedAt: CLOSED, printed: 1 })
    expect(invoice).toEqual(preview)

    await harness.drain()
    const { pdf, json } = await filesOf(sato, issued)
    expect(pdf.fileName).toBe('I-00000001.pdf')
    expect(pdf.file.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7')
    const after = await sato.call(api.invoiceReviewGet)
    expect(after.list[0]?.issued?.sha256).toBe(sha256(pdf.file))
    expect(JSON.parse(json.file.toString())).toMatchObject({
      kind: 'invoice',
      invoiceNo: 'I-00000001',
      recipientName: '𠮷野德㈱　髙橋 﨑子',
      totalYen: bill?.totalYen,
    })
  })

  async function filesOf(of: Member, issued: { invoiceId: string; printed: number }) {
    const { contractId } = of
    const { invoiceId } = issued
    const json = await harness.services.invoiceFiles.readJson({ contractId, invoiceId })
    return { pdf: await pdfOf(of, issued), json }
  }

  test('もう一度求めると同じ番号の再発行になり、名前を変えたあとも、はじめの内容のまま', async () => {
    const suzuki = await member('suzuki')
    const body = { billId: suzuki.billId, tradeName: '鈴木商店' }
    const first = await suzuki.call(api.invoiceIssuePost, { body })
    const original = await pdfOf(suzuki, first.issued)
    await setProfile(harness, suzuki.accountId, { lastName: '別', firstName: '人' })
    harness.clock.set('2026-12-01T06:20:00+09:00')
    const second = await suzuki.call(api.invoiceIssuePost, { body })
    harness.clock.set(CLOSED)
    expect(second).toMatchObject({
      reissued: true,
      invoice: first.invoice,
      issued: {
        invoiceNo: first.issued.invoiceNo,
        issuedAt: CLOSED,
        printed: 2,
        printedAt: '2026-12-01T06:20:00+09:00',
      },
    })
    const copy = await pdfOf(suzuki, second.issued)
    expect(copy.fileName).toBe(`${first.issued.invoiceNo}-reissue-1.pdf`)
    expect(sha256(copy.file)).not.toBe(sha256(original.file))
    expect((await pdfOf(suzuki, first.issued)).file).toEqual(original.file)
  })

  test('発行したあとに別の宛名で求めると、修正を案内して断り、写しは増えない', async () => {
    const renamed = await member('renamed')
    const { billId } = renamed
    await renamed.call(api.invoiceIssuePost, { body: { billId, tradeName: '吉野' } })
    for (const tradeName of ['別の屋号', '吉', '吉野商店'])
      expect(
        await codeOf(renamed.call(api.invoiceIssuePost, { body: { billId, tradeName } })),
      ).toBe('INVOICE_NAME_DIFFERS')
    const { list } = await renamed.call(api.invoiceReviewGet)
    expect(list[0]?.issued?.printed).toBe(1)
  })

  test('宛名を直すと新しい番号で発行され、もとの番号を名指しする。もとの書類は変わらず読める', async () => {
    const wrong = await member('wrong')
    const { billId } = wrong
    const first = await wrong.call(api.invoiceIssuePost, { body: { billId, tradeName: '吉野徳' } })
    const original = await pdfOf(wrong, first.issued)
    const same = { billId, tradeName: '吉野徳' }
    expect(await codeOf(wrong.call(api.invoiceCorrectPost, { body: same }))).toBe(
      'INVOICE_NOTHING_TO_CORRECT',
    )
    // The page of the correction opens all the same: another name is typed on it.
    const unchanged = await wrong.call(api.invoiceReviewGet, { query: { ...same, correct: true } })
    expect(unchanged.preview).toMatchObject({ recipientName: '吉野徳　髙橋 﨑子' })
    const right = { billId, tradeName: '𠮷野德㈱' }
    const { preview } = await wrong.call(api.invoiceReviewGet, {
      query: { ...right, correct: true },
    })
    const replaces = { invoiceNo: first.issued.invoiceNo, issuedOn: '2026-12-01' }
    expect(preview).toMatchObject({ recipientName: '𠮷野德㈱　髙橋 﨑子', replaces })
    const before = await lastNumber()
    const send = () =>
      wrong.call(api.invoiceCorrectPost, { body: right, idempotencyKey: 'one-correction' })
    const [corrected, again] = await Promise.all([send(), send()])
    expect(again).toEqual(corrected)
    expect(corrected.invoice).toEqual(preview)
    expect(corrected.issued.invoiceNo).toBe(invoiceNoOf('invoice', before + 1))
    expect(await lastNumber()).toBe(before + 1)
    const { list } = await wrong.call(api.invoiceReviewGet)
    expect(list[0]).toMatchObject({
      issued: { invoiceNo: corrected.issued.invoiceNo, printed: 1 },
      former: [{ invoiceNo: first.issued.invoiceNo }],
    })
    expect((await pdfOf(wrong, first.issued)).file).toEqual(original.file)
    const paper = await pdfOf(wrong, corrected.issued)
    expect(paper.fileName).toBe(`${corrected.issued.invoiceNo}.pdf`)
    expect(readStructure(paper.file)).toMatchObject({ faults: [] })
    // A copy is of the one that counts; what was never issued cannot be corrected.
    const copy = await wrong.call(api.invoiceIssuePost, { body: { billId } })
    expect(copy).toMatchObject({
      reissued: true,
      issued: { invoiceNo: corrected.issued.invoiceNo },
    })
    const none = await member('never-issued')
    expect(await codeOf(none.call(api.invoiceCorrectPost, { body: { billId: none.billId } }))).toBe(
      'INVOICE_NOT_ISSUABLE',
    )
  })

  test('同じ鍵で重ねて送っても、1通が1度発行されるだけ', async () => {
    const twice = await member('twice')
    const send = () =>
      twice.call(api.invoiceIssuePost, {
        body: { billId: twice.billId },
        idempotencyKey: 'one-press',
      })
    const [one, two] = await Promise.all([send(), send()])
    expect(one).toEqual(two)
    const { list } = await twice.call(api.invoiceReviewGet)
    expect(list[0]?.issued?.printed).toBe(1)
  })

  test('大勢が同時に発行しても番号は人数だけ続き、取りやめた分も欠番にならない', async () => {
    const people: Member[] = []
    // One in six gives up.
    const asking = tries({ usually: 12, long: 60 })
    const issuing = (asking / 6) * 5
    for (let n = 0; n < asking; n += 1)
      people.push(await makeMember(harness, { loginId: `many-${n}` }))
    await close()
    const { sealing, outbox, book } = harness.services
    const queue = { send: async () => undefined }
    const deps = { sealing, book, outbox, queue }
    const before = await lastNumber()
    // On a busy machine the last of them waits longer for a connection than a page would.
    const url = harness.services.config.DATABASE_URL
    const patient = connectDatabase({ url, connectionTimeoutMs: 60_000, queryTimeoutMs: 60_000 })
    const results = await Promise.allSettled(
      people.map(({ contractId }, n) =>
        patient.db.transaction().execute(async (tx) => {
          const by = { actor: 'member', contractId, now: instant(CLOSED) } as const
          const { issued } = await issueInvoice(tx, deps, by, { month: november, tradeName: '' })
          if (n % 6 === 0) throw new Error('given up after the number was taken')
          return issued.invoice_number
        }),
      ),
    )
    await patient.close()
    const numbers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: issuing }, (_, n) => before + n + 1),
    )
    expect(await lastNumber()).toBe(before + issuing)
  })

  async function lastNumber() {
    const { last_number: last } = await rowOf(harness, 'invoice_series', ['last_number'], {
      kind: 'invoice',
    })
    return last
  }

  test('発行した内容と印刷は、データベースでも書き換えられない', async () => {
    const { pool } = harness.database
    await harness.drain()
    for (const change of [
      'update invoice set total_yen = 0',
      'delete from invoice',
      "update invoice_print set pdf_sealed = 'x' where sha256 is not null",
      'delete from invoice_print',
    ])
      await expect(pool.query(change), change).rejects.toMatchObject({ code: '42501' })
  })

  test('ほかの方の請求と請求書は、ないものと同じに見える', async () => {
    const owner = await member('owner')
    const other = await member('other')
    const { issued } = await owner.call(api.invoiceIssuePost, { body: { billId: owner.billId } })
    const query = { billId: owner.billId }
    expect(await codeOf(other.call(api.invoiceReviewGet, { query }))).toBe('NOT_FOUND')
    expect(await codeOf(other.call(api.invoiceIssuePost, { body: query }))).toBe('NOT_FOUND')
    await expect(pdfOf(other, issued)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      harness.services.invoiceFiles.readJson({
        contractId: other.contractId,
        invoiceId: issued.invoiceId,
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('印字できない文字が名前にあれば、番号を使わずに断る', async () => {
    const strange = await member('strange')
    await setProfile(harness, strange.accountId, { lastName: '田中😀', firstName: '一' })
    const before = await lastNumber()
    const body = { billId: strange.billId }
    expect(await codeOf(strange.call(api.invoiceReviewGet, { query: body }))).toBe(
      'CHARACTER_NOT_PRINTABLE',
    )
    expect(await codeOf(strange.call(api.invoiceIssuePost, { body }))).toBe(
      'CHARACTER_NOT_PRINTABLE',
    )
    expect(await lastNumber()).toBe(before)
  })

  test('カードでのお支払いと残高の充当は、合計の下に載る', async () => {
    const paid = await member('paid')
    const of = { contract_id: paid.contractId, month: november }
    await addRow(harness, 'payment', {
      ...of,
      order_id: 'test-payment',
      receipt_no: 'P-TEST-0000-0001',
      attempt: 1,
      amount_yen: 1191,
      state: 'ok',
      reason: null,
      card_last4: '4242',
      asked_by: 'system',
      sent_at: instant('2026-12-07T10:00:00+09:00'),
      answered_at: instant('2026-12-07T10:00:03+09:00'),
    })
    const { invoice } = await paid.call(api.invoiceIssuePost, { body: { billId: paid.billId } })
    expect(invoice).toMatchObject({
      totalYen: 1191,
      rates: [{ taxPercent: 10, totalYen: 1191, taxYen: 108 }],
      settled: [{ by: 'card', yen: 1191, on: '2026-12-07' }],
      leftYen: 0,
    })
  })
})
