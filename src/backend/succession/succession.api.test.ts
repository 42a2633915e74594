import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { holder, openBrowser } from '#tests/api/applicants.ts'
import { fileCodeOf, heirDesk, openHeir, scan, theDeceased } from '#tests/api/heirs.ts'
import { makeMember } from '#tests/api/members.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'

const harness = await useApplicants()
const { heirNamed, submitted } = heirDesk(harness)

/** Nobody is signed in in this browser; the question comes from a page of ours. */
const visit = openBrowser(harness).call

describe('亡くなった方のご契約を見つける', () => {
  test('電話番号・フリガナ・生年月日のどれが違っても、同じ答えになり、何も残らない', async () => {
    const { number } = await theDeceased(harness, 'found')
    const heir = await openHeir(harness, 'finder')
    const codes = await Promise.all([
      codeOf(heir.saveContract('09099999999')),
      codeOf(heir.saveContract(number, { lastNameKana: 'タナカ' })),
      codeOf(heir.saveContract(number, { birth: '1950-04-02' })),
    ])
    expect(new Set(codes)).toEqual(new Set(['SUCCESSION_NOT_FOUND']))
    expect((await heir.call(api.successionGet)).state).toBe('none')
    expect(await heir.saveContract(number)).toEqual({ saved: true })
    expect(await heir.call(api.successionGet)).toMatchObject({
      state: 'draft',
      deceased: { phone: number, birth: '1950-04-01', relation: 'child', wish: 'take_over' },
      steps: [
        { step: 'contract', done: true },
        { step: 'heir', done: false },
        { step: 'identity', done: false },
        { step: 'documents', done: false },
        { step: 'card', done: false },
      ],
      canSubmit: false,
    })
  })

  test('亡くなった日が先の日や生年月日より前のときは、その欄で伝える', async () => {
    const { number } = await theDeceased(harness, 'days')
    const heir = await openHeir(harness, 'dayer')
    for (const diedOn of ['2026-11-21', '1949-01-01'])
      expect(await codeOf(heir.saveContract(number, { diedOn }))).toBe('VALIDATION_FAILED')
  })

  test('ご契約中の方は引き継げず、解約の手続きはできる。ご自身のご契約は選べない', async () => {
    const { number } = await theDeceased(harness, 'member-dead')
    const own = await theDeceased(harness, 'member-heir')
    const heir = await openHeir(harness, 'member-heir')
    expect(await codeOf(heir.saveContract(number))).toBe('HEIR_HAS_CONTRACT')
    expect(await codeOf(heir.saveContract(own.number, {}, 'end'))).toBe('SUCCESSION_NOT_FOUND')
    expect(await heir.saveContract(number, {}, 'end')).toEqual({ saved: true })
  })
})

describe('書類', () => {
  test('PDFと画像を受け取り、封をして保管する。同じものは1つのまま、4つ目は断る', async () => {
    const { number } = await theDeceased(harness, 'papers')
    const heir = await openHeir(harness, 'paper-heir')
    expect(await fileCodeOf(heir.addFile(scan()))).toBe('SUCCESSION_NONE')
    await heir.saveContract(number)
    await heir.addFile(scan(1))
    await heir.addFile(scan(1))
    await heir.addFile(scan(2))
    await heir.addFile(scan(3))
    expect(await fileCodeOf(heir.addFile(scan(4)))).toBe('SUCCESSION_FILE_LIMIT')
    const { documents } = await heir.call(api.successionGet)
    expect(documents.map(({ kind, sizeBytes }) => [kind, sizeBytes])).toEqual([
      ['pdf', scan().length],
      ['pdf', scan().length],
      ['pdf', scan().length],
    ])
    const rows = await rowsOf(harness, 'succession_document', '*', { account_id: heir.accountId })
    expect(rows.some(({ file_sealed: file }) => file.includes(Buffer.from('%PDF')))).toBe(false)

    const [first] = documents
    const documentId = first?.documentId ?? ''
    const stranger = await openHeir(harness, 'paper-stranger')
    const other = await theDeceased(harness, 'papers-other')
    await stranger.saveContract(other.number)
    const remove = { query: { documentId } }
    expect(await codeOf(stranger.call(api.successionDocumentDelete, remove))).toBe('NOT_FOUND')
    await heir.call(api.successionDocumentDelete, remove)
    expect((await heir.call(api.successionGet)).documents).toHaveLength(2)
  })

  test('書類に見せかけたもの、動くもの、途中で切れたもの、大きすぎるものは断る', async () => {
    const { number } = await theDeceased(harness, 'hostile')
    const heir = await openHeir(harness, 'hostile-heir')
    await heir.saveContract(number)
    const pdf = (inside: string) => Buffer.from(`%PDF-1.7\n${inside}\n%%EOF\n`)
    const files: [string, Uint8Array][] = [
      ['SUCCESSION_FILE_UNREADABLE', pdf('<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>')],
      ['SUCCESSION_FILE_UNREADABLE', pdf('<</S/Launch/F(cmd.exe)>>')],
      ['SUCCESSION_FILE_UNREADABLE', pdf('trailer<</Encrypt 5 0 R>>')],
      ['SUCCESSION_FILE_UNREADABLE', Buffer.from('%PDF-1.7\n1 0 obj <</Type')],
      ['SUCCESSION_FILE_UNREADABLE', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
      ['SUCCESSION_FILE_UNKNOWN', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['SUCCESSION_FILE_UNKNOWN', Buffer.from('PK\u0003\u0004')],
      ['SUCCESSION_FILE_MISSING', Buffer.alloc(0)],
      ['SUCCESSION_FILE_TOO_LARGE', Buffer.concat([scan(), Buffer.alloc(10_000_000)])],
    ]
    for (const [code, file] of files) expect(await fileCodeOf(heir.addFile(file))).toBe(code)
    expect((await heir.call(api.successionGet)).documents).toEqual([])
  })
})

describe('申し込む', () => {
  test('すべて済むまで申し込めず、何度押しても受付は1つ。ご契約者のアカウントにも知らせる', async () => {
    const deceased = await theDeceased(harness, 'sub-dead')
    const heir = await openHeir(harness, 'sub-heir')
    expect(await codeOf(heir.submit())).toBe('SUCCESSION_NONE')
    await heir.saveContract(deceased.number)
    expect(await codeOf(heir.submit())).toBe('SUCCESSION_INCOMPLETE')
    await heir.answerAll(deceased.number, { heir: heirNamed() })
    const [one, two] = await Promise.all([heir.submit('one-key'), heir.submit('another-key')])
    expect(two.orderNo).toBe(one.orderNo)
    expect(one.orderNo).toMatch(/^SC(?:-[0-9A-Z]{4}){3}$/)
    expect(one).toMatchObject({
      state: 'submitted',
      stateLabel: '書類の確認中',
      timeline: [{ state: 'done' }, { state: 'current' }, { state: 'coming' }, { state: 'coming' }],
    })
    expect(await noticeTitles(harness, heir.accountId)).toEqual([
      '名義変更（承継）を受け付けました',
    ])
    expect(await noticeTitles(harness, deceased.accountId)).toEqual([
      '名義変更（承継）のお申し出がありました',
    ])
    // Another member of the family reads that somebody has begun.
    const brother = await openHeir(harness, 'sub-brother')
    expect(await codeOf(brother.saveContract(deceased.number))).toBe('SUCCESSION_UNDER_WAY')
  })

  test('受付番号と生年月日で、ログインせずに状況がわかる。どちらが違っても同じ答え', async () => {
    const { orderNo, deceased } = await submitted()
    const body = { orderNo: orderNo.toLowerCase().replaceAll('-', 'ー'), birth: holder.birth }
    const status = await visit(api.successionStatusPost, { body })
    expect(status.requested).toBe(
      `ご契約を引き継ぐ（番号の末尾が${deceased.number.slice(-4)}のご契約）`,
    )
    expect(status).toMatchObject({ orderNo, state: 'submitted' })
    expect(JSON.stringify(status)).not.toContain(deceased.number)
    const wrong = { ...body, birth: '1990-04-13' }
    const unknown = { ...body, orderNo: 'SC-2222-2222-2222' }
    expect(await codeOf(visit(api.successionStatusPost, { body: wrong }))).toBe(
      'SUCCESSION_UNKNOWN',
    )
    expect(await codeOf(visit(api.successionStatusPost, { body: unknown }))).toBe(
      'SUCCESSION_UNKNOWN',
    )
  })

  test('取り下げは、申し込んだ方だけができる', async () => {
    const { heir, orderNo } = await submitted()
    const stranger = await openHeir(harness, 'stranger')
    const withdraw = { body: { orderNo } }
    expect(await codeOf(stranger.call(api.successionWithdrawPost, withdraw))).toBe('NOT_FOUND')
    expect(await heir.call(api.successionWithdrawPost, withdraw)).toMatchObject({
      state: 'withdrawn',
    })
  })
})

test('引き継いでいないアカウントからは、なにも見えない', async () => {
  await submitted()
  const stranger = await makeMember(harness, { loginId: 'plain-member' })
  expect(await stranger.call(api.successionGet)).toMatchObject({ state: 'none', documents: [] })
})
