import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { holder, openBrowser, startCardPage } from '../../../tests/api/applicants.ts'
import { decide, fileCodeOf, openHeir, scan, theDeceased, work } from '../../../tests/api/heirs.ts'
import { insertCall } from '../../../tests/api/calls.ts'
import { billed } from '../../../tests/api/debts.ts'
import { makeMember, putCard } from '../../../tests/api/members.ts'
import { codeOf } from '../../../tests/api/refusals.ts'
import { countRows, rowOf, rowsOf, setRows } from '../../../tests/api/rows.ts'
import { useHarness } from '../../../tests/api/use-harness.ts'
import { brokenMoneyLaws } from '../billing/invariants.ts'

const START = '2026-11-20T10:00:00+09:00'

const cardPage = await startCardPage()
afterAll(cardPage.close)
const harness = await useHarness(START, { CARD_UPDATE_URL: cardPage.url })
beforeEach(() => harness.clock.set(START))

let serial = 0
/** Nobody of these is anybody else: one contract a person. */
const heirNamed = () => {
  const letters = 'アイウエオカキクケコサシスセソ'
  const firstNameKana = letters[(serial += 1)] ?? 'ン'
  return { firstName: `縁${serial}`, firstNameKana }
}

async function submitted(wish: 'take_over' | 'end' = 'take_over') {
  const own = heirNamed()
  const deceased = await theDeceased(harness, `dead-${serial}`)
  const heir = await openHeir(harness, `heir-${serial}`)
  await heir.answerAll(deceased.number, { wish, heir: own })
  const receipt = await heir.submit()
  return { deceased, heir, orderNo: receipt.orderNo, receipt, own }
}

/** Nobody is signed in in this browser; the question comes from a page of ours. */
const visit = openBrowser(harness).call

const contractOf = ({ contractId }: { contractId: string }) =>
  rowOf(harness, 'contract', '*', { contract_id: contractId })
const titlesOf = async (accountId: string) =>
  (await rowsOf(harness, 'notice', ['title'], { account_id: accountId }, 'raised_at')).map(
    ({ title }) => title,
  )

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
      timeline: [{ state: 'done' }, { state: 'current' }, { state: 'coming' }],
    })
    expect(await titlesOf(heir.accountId)).toEqual(['名義変更（承継）を受け付けました'])
    expect(await titlesOf(deceased.accountId)).toEqual(['名義変更（承継）のお申し出がありました'])
    // Another of the family is told that somebody has begun.
    const brother = await openHeir(harness, 'sub-brother')
    await brother.answerAll(deceased.number, { heir: heirNamed() })
    expect(await codeOf(brother.submit())).toBe('SUCCESSION_UNDER_WAY')
  })

  test('受付番号と生年月日で、ログインせずに状況がわかる。どちらが違っても同じ答え', async () => {
    const { orderNo, deceased } = await submitted()
    const body = { orderNo: orderNo.toLowerCase().replaceAll('-', 'ー'), birth: holder.birth }
    const told = await visit(api.successionStatusPost, { body })
    expect(told).toMatchObject({ orderNo, state: 'submitted' })
    expect(JSON.stringify(told)).not.toContain(deceased.number)
    const wrong = { ...body, birth: '1990-04-13' }
    const unknown = { ...body, orderNo: 'SC-2222-2222-2222' }
    expect(await codeOf(visit(api.successionStatusPost, { body: wrong }))).toBe(
      'SUCCESSION_UNKNOWN',
    )
    expect(await codeOf(visit(api.successionStatusPost, { body: unknown }))).toBe(
      'SUCCESSION_UNKNOWN',
    )
  })

  test('確認が済むまで、ご契約者のアカウントからは見るだけになり、取り下げると元に戻る', async () => {
    const { deceased, heir, orderNo } = await submitted()
    const topUp = () =>
      deceased.call(api.highSpeedCouponPost, { body: { packId: '100mb', priceYen: 220 } })
    expect(await codeOf(topUp())).toBe('SUCCESSION_OPEN')
    expect((await deceased.call(api.contractGet)).status).toBe('active')
    const { lines } = await deceased.call(api.portOutPossibleListGet)
    expect(lines.map(({ allowed, reasonCode }) => [allowed, reasonCode])).toEqual([
      [false, 'SUCCESSION_OPEN'],
    ])
    const stranger = await openHeir(harness, `stranger-${serial}`)
    const withdraw = { body: { orderNo } }
    expect(await codeOf(stranger.call(api.successionWithdrawPost, withdraw))).toBe('NOT_FOUND')
    expect(await heir.call(api.successionWithdrawPost, withdraw)).toMatchObject({
      state: 'withdrawn',
    })
    expect((await contractOf(deceased)).succession_since).toBeNull()
    await topUp()
  })
})

describe('引き継ぐ', () => {
  test('担当者が受け付けると、契約・本人・カードが一度に変わり、元のアカウントは契約のないアカウントになる', async () => {
    const { deceased, heir, orderNo, own } = await submitted()
    const before = await contractOf(deceased)
    harness.clock.set('2026-11-20T10:20:00+09:00')
    await decide(harness, orderNo, { decision: 'accept' })
    const after = await contractOf(deceased)
    expect(after).toMatchObject({
      account_id: heir.accountId,
      status: before.status,
      plan_code: before.plan_code,
      succession_since: null,
    })
    expect(after.succeeded_at?.toString()).toBe('2026-11-20T01:20:00Z')
    const { lines } = await heir.call(api.contractGet)
    expect(lines.map(({ number }) => number)).toEqual([deceased.number])
    expect(await heir.call(api.billingPaymentMethodGet)).toMatchObject({
      numberMasked: expect.stringContaining('4242'),
      expires: '2029-12',
    })
    expect((await heir.call(api.personalGet)).name).toBe(`森 ${own.firstName}`)
    expect(await titlesOf(heir.accountId)).toEqual([
      '名義変更（承継）を受け付けました',
      'ご契約を引き継ぎました',
    ])
    // Signed out, and without a contract when signed in again.
    expect(await codeOf(deceased.call(api.contractGet))).toBe('NOT_SIGNED_IN')
    const again = await harness.signIn(deceased.loginId)
    expect(await codeOf(again.call(api.contractGet))).toBe('ACCESS_DENIED')
    expect((await again.call(api.platformAuthGet)).mvno_member).toBe(false)
    expect((await heir.call(api.platformAuthGet)).mvno_member).toBe(true)
    // Carried out once.
    await work(harness, 'successions decided')
    expect(
      await countRows(
        harness,
        'audit_entry',
        `action = 'succession-accepted' and target = '${orderNo}'`,
      ),
    ).toBe(1)
    expect(await brokenMoneyLaws(harness.database.db)).toEqual([])
  })

  test('引き継ぐ前の通話は見えず、引き継いだあとの通話は見える', async () => {
    const { deceased, orderNo } = await submitted()
    const lineId = deceased.lineIds[0] ?? ''
    const callOf = { contractId: deceased.contractId, lineId }
    await insertCall(harness, { ...callOf, units: 1 })
    await decide(harness, orderNo, { decision: 'accept' })
    harness.clock.set('2026-11-20T12:00:00+09:00')
    await insertCall(harness, { ...callOf, units: 2 })
    const back = await openHeir(harness, `heir-${serial}`)
    const query = { lineId, from: '2026-11-01', to: '2026-11-20' }
    const log = await back.call(api.callLogGet, { query })
    expect(log.rows.map(({ durationSeconds }) => durationSeconds)).toEqual([60])
    expect(log.total).toBe(1)
  })

  test('足りない書類をお願いし、届いたら確認に戻る。お受けできないときは理由を伝え、契約は元のまま', async () => {
    const { deceased, heir, orderNo } = await submitted()
    harness.clock.set('2026-11-20T10:20:00+09:00')
    const words = '続柄の分かる戸籍謄本をお願いします。'
    await decide(harness, orderNo, { decision: 'ask', reason: words })
    expect(await heir.call(api.successionGet)).toMatchObject({
      state: 'documents_requested',
      asked: words,
      takesDocuments: true,
    })
    const sent = { body: { orderNo } }
    expect(await codeOf(heir.call(api.successionDocumentPost, sent))).toBe(
      'SUCCESSION_FILE_MISSING',
    )
    harness.clock.set('2026-12-20T10:00:00+09:00')
    const back = await openHeir(harness, `heir-${serial}`)
    await back.addFile(scan(2))
    expect(await back.call(api.successionDocumentPost, sent)).toMatchObject({ state: 'submitted' })
    harness.clock.set('2026-12-20T10:20:00+09:00')
    const reason = '書類から、亡くなられたことを確認できませんでした。'
    await decide(harness, orderNo, { decision: 'reject', reason })
    expect(await back.call(api.successionGet)).toMatchObject({ state: 'rejected', reason })
    expect(await contractOf(deceased)).toMatchObject({
      account_id: deceased.accountId,
      succession_since: null,
      succeeded_at: null,
    })
    expect(await titlesOf(heir.accountId)).toEqual([
      '名義変更（承継）を受け付けました',
      '書類についてのお願い',
      '書類を受け取りました',
      'お手続きをお受けできませんでした',
    ])
  })

  test('本人確認を担当者が見ているあいだは、受け付けられない', async () => {
    const deceased = await theDeceased(harness, 'manual-dead')
    const heir = await openHeir(harness, 'manual-heir')
    await heir.saveContract(deceased.number)
    await heir.saveHeir(heirNamed())
    await heir.addFile(scan())
    await heir.registerCard()
    for (let n = 0; n < 3; n += 1) await heir.readDocument('mismatch')
    const { orderNo } = await heir.submit()
    await expect(decide(harness, orderNo, { decision: 'accept' })).rejects.toThrow(
      'npm run reviews',
    )
  })

  test('確認のあいだに終わったご契約は、引き継がれない', async () => {
    const { deceased, heir, orderNo } = await submitted()
    await setRows(
      harness,
      'contract',
      { status: 'terminated' },
      { contract_id: deceased.contractId },
    )
    await decide(harness, orderNo, { decision: 'accept' })
    expect((await contractOf(deceased)).account_id).toBe(deceased.accountId)
    await decide(harness, orderNo, { decision: 'reject', reason: 'ご契約は終了しています。' })
    expect((await heir.call(api.successionGet)).state).toBe('rejected')
  })

  test('ほかのアカウントでご契約中の同じ方は、引き継げない', async () => {
    const own = heirNamed()
    const first = await theDeceased(harness, 'same-dead-1')
    const one = await openHeir(harness, 'same-heir-1')
    await one.answerAll(first.number, { heir: own })
    await decide(harness, (await one.submit()).orderNo, { decision: 'accept' })
    const second = await theDeceased(harness, 'same-dead-2')
    const two = await openHeir(harness, 'same-heir-2')
    await two.answerAll(second.number, { heir: own })
    expect(await codeOf(two.submit())).toBe('HEIR_HAS_CONTRACT')
  })
})

describe('解約する', () => {
  test('本人確認もカードも要らず、受け付けた月の末日で終わる', async () => {
    const { deceased, heir, orderNo } = await submitted('end')
    await decide(harness, orderNo, { decision: 'accept' })
    expect(await heir.call(api.successionGet)).toMatchObject({
      state: 'accepted',
      sentence: '解約を承りました。最終日は、メールでお知らせしています。',
    })
    const [order] = await rowsOf(harness, 'procedure_order', '*', {
      contract_id: deceased.contractId,
    })
    expect([order?.procedure, order?.state, order?.effective_on]).toEqual([
      'contractCancel',
      'reserved',
      '2026-11-30',
    ])
    harness.clock.set('2026-12-01T00:00:00+09:00')
    await work(harness, 'cancellations due')
    expect((await contractOf(deceased)).status).toBe('terminated')
  })
})

describe('支払われない請求', () => {
  test('確認のあいだと、終わってからの30日間は、催促も利用停止も契約解除もない', async () => {
    harness.clock.set('2026-11-01T07:00:00+09:00')
    const own = heirNamed()
    const deceased = await theDeceased(harness, `owing-${serial}`)
    await putCard(harness, deceased.contractId, 'insufficient-funds')
    await billed(harness, deceased.contractId, { month: '2026-10' })
    const at = async (...times: string[]) => {
      for (const time of times) {
        harness.clock.set(`${time}:00+09:00`)
        await work(harness, 'overdue', 'collection')
        await harness.drain()
      }
      const { status } = await contractOf(deceased)
      const bill = await rowOf(harness, 'bill', '*', { contract_id: deceased.contractId })
      return [status, bill.state]
    }
    await at('2026-11-07T10:00', '2026-11-10T10:00', '2026-11-13T10:00')
    harness.clock.set('2026-11-14T10:00:00+09:00')
    const heir = await openHeir(harness, `owing-heir-${serial}`)
    await heir.answerAll(deceased.number, { heir: own })
    const { orderNo } = await heir.submit()
    expect(await at('2026-11-23T10:00', '2026-11-30T23:00', '2027-02-01T00:00')).toEqual([
      'active',
      'unpaid',
    ])
    harness.clock.set('2027-02-10T10:00:00+09:00')
    await decide(harness, orderNo, { decision: 'accept' })
    expect(await at('2027-03-12T09:00')).toEqual(['active', 'unpaid'])
    expect(await at('2027-03-12T10:00', '2027-03-12T11:00')).toEqual(['suspended', 'suspended'])
  })

  test('停止中に始まったときは、終わってから数え直し、過ぎた月を理由に解除しない', async () => {
    const { deceased, orderNo } = await submitted()
    await billed(harness, deceased.contractId, { month: '2026-08', state: 'final_notice' })
    await setRows(
      harness,
      'contract',
      { status: 'suspended', suspension_reason: 'unpaid' },
      { contract_id: deceased.contractId },
    )
    await decide(harness, orderNo, { decision: 'reject', reason: '書類が読み取れませんでした。' })
    const statusAt = async (time: string) => {
      harness.clock.set(time)
      await work(harness, 'overdue')
      return (await contractOf(deceased)).status
    }
    expect(await statusAt('2026-12-20T11:00:00+09:00')).toBe('suspended')
    expect(await statusAt('2027-01-31T23:00:00+09:00')).toBe('suspended')
    expect(await statusAt('2027-03-01T00:00:00+09:00')).toBe('terminated')
  })
})

describe('期限', () => {
  test('お願いした書類は6か月待ち、それまで入力も残る', async () => {
    const { deceased, heir, orderNo } = await submitted()
    await decide(harness, orderNo, { decision: 'ask', reason: '戸籍謄本をお願いします。' })
    const draft = await openHeir(harness, `draft-${serial}`)
    const other = await theDeceased(harness, `draft-dead-${serial}`)
    await draft.saveContract(other.number)
    const at = async (time: string) => {
      harness.clock.set(time)
      await work(harness, 'successions without papers', 'drafts of successions')
      return [
        (await rowOf(harness, 'succession', ['state'], { order_no: orderNo })).state,
        await countRows(harness, 'succession', `account_id = '${draft.accountId}'`),
      ]
    }
    expect(await at('2027-05-20T09:59:00+09:00')).toEqual(['documents_requested', 1])
    expect(await at('2027-05-20T10:00:00+09:00')).toEqual(['lapsed', 0])
    expect((await contractOf(deceased)).succession_since).toBeNull()
    expect((await titlesOf(heir.accountId)).at(-1)).toBe('お手続きを終了しました')
  })

  test('書類は、受け付けたものが1年、ほかは90日で消える', async () => {
    const kept = await submitted()
    await decide(harness, kept.orderNo, { decision: 'accept' })
    const gone = await submitted()
    await gone.heir.call(api.successionWithdrawPost, { body: { orderNo: gone.orderNo } })
    const left = async (days: number) => {
      const now = Temporal.Instant.from(START).add({ hours: 24 * days, minutes: 1 })
      await harness.services.retention.forget({ now, loginNow: now })
      return Promise.all(
        [kept, gone].map(({ heir }) =>
          countRows(harness, 'succession_document', `account_id = '${heir.accountId}'`),
        ),
      )
    }
    expect(await left(89)).toEqual([1, 1])
    expect(await left(90)).toEqual([1, 0])
    expect(await left(364)).toEqual([1, 0])
    expect(await left(365)).toEqual([0, 0])
  })
})

test('引き継いでいないアカウントからは、なにも見えない', async () => {
  await submitted()
  const stranger = await makeMember(harness, { loginId: 'plain-member' })
  expect(await stranger.call(api.successionGet)).toMatchObject({ state: 'none', documents: [] })
})
