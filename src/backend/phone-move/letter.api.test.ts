import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBrokenLaws } from '#backend/broken-law.ts'
import { listFinding } from '#backend/finding.ts'
import { api } from '#protocol/index.ts'
import { startLetters } from '#demo/stand-ins/letter/start.ts'
import { codeAt, received } from '#tests/api/contact-codes.ts'
import { profile, setProfile } from '#tests/api/members.ts'
import { moveDesk } from '#tests/api/phone-moves.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { standInFault } from '#tests/api/stand-ins.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { letGoOfOrders } from '#tests/api/orders.ts'
import { phoneMoveFindings, phoneMoveLaws } from './findings.ts'

// Lost the phone, and neither passkey nor a card to read: a letter to the registered address (decision 117).

const START = '2026-12-01T10:00:00+09:00'
const SECRET = 'letters-secret-letters-secret'
const letters = await startLetters({
  port: 0,
  dataFile: ':memory:',
  now: () => harness.clock.now(),
  hangsUp: true,
  secret: SECRET,
})
const harness = await useHarness(START, { LETTER_URL: letters.url, LETTER_SECRET: SECRET })
const desk = moveDesk(harness, 'letter')
afterAll(() => letters.close())
beforeEach(async () => {
  await letGoOfOrders(harness)
  harness.clock.set(START)
})
afterEach(async () => {
  await standInFault(letters, { mode: 'off' })
  expect(await findBrokenLaws(harness.database.db, phoneMoveLaws)).toEqual([])
})

type Member = Awaited<ReturnType<typeof desk.member>>

/** The letters as they lie in the letter box, the latest first. */
const letterBox = async () => (await fetch(letters.url)).text()
const codeIn = async (orderNo: string) => {
  const text = await letterBox()
  const [, printed = ''] =
    /確認コード：(\d{4} \d{4})/u.exec(text.slice(0, text.indexOf(orderNo))) ?? []
  return printed
}

const type = (who: Member, orderNo: string, code: string) =>
  who.call(api.phoneMoveLetterPost, { body: { orderNo, letterCode: code } })

/** A member who has asked for a letter, which arrived three days later. */
async function withLetter() {
  const member = await desk.member()
  const { orderNo } = await desk.begin(member, 'letter')
  await desk.workAt('2026-12-01T11:00:00+09:00')
  const code = await codeIn(orderNo)
  await desk.workAt('2026-12-04T10:00:00+09:00')
  await desk.again(member)
  return { member, orderNo, code }
}

describe('手紙での確認は', () => {
  test('登録の住所に簡易書留で届いたコードを、別の端末で入力しても、そこから待たずに進む', async () => {
    const member = await desk.member()
    const begun = await desk.begin(member, 'letter')
    expect(begun).toMatchObject({
      state: 'id_check',
      works: 'before',
      letter: {
        sentTo: '東京都千代田区千代田＊＊＊',
        expiresAt: '2026-12-15T10:00:00+09:00',
        triesLeft: 5,
      },
    })
    const { orderNo } = begun
    for (const contact of [member.email, member.phone])
      expect((await received(harness, contact)).join()).toContain('/auth/stop?t=')
    await desk.workAt('2026-12-01T11:00:00+09:00')
    await desk.again(member)
    expect((await desk.move(member, orderNo)).letter?.sentAt).toBe('2026-12-01T11:00:00+09:00')
    await desk.workAt('2026-12-03T12:00:00+09:00')
    expect(await desk.exchangesOf(orderNo)).toEqual([])
    const box = await letterBox()
    expect(box).toContain('東京都千代田区千代田1-1（簡易書留・転送不要）')
    for (const secret of [member.email, member.phone, member.loginId])
      expect(box).not.toContain(secret)

    const phone = await harness.signIn(member.loginId, undefined, false, { secret: 'new-phone' })
    const owner = { ...member, ...phone }
    expect((await desk.move(owner, orderNo)).letter?.trackingNo).toMatch(/^3950\d{8}$/)
    expect((await type(owner, orderNo, await codeIn(orderNo))).state).toBe('requested')
    await desk.after({ seconds: 30 })
    expect(await desk.codeIn(owner, orderNo)).toContain('LPA:1$')
    expect((await received(harness, member.email)).join()).toContain(
      '手紙の確認コードを確かめました',
    )
  })

  test('コードは、渡したあとはどこにも平文で残らず、渡す前も封じてある', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.begin(member, 'letter')
    const details = async () => {
      const [row] = await rowsOf(harness, 'procedure_order', ['details'], { order_no: orderNo })
      return JSON.stringify(row)
    }
    const before = await details()
    await desk.workAt('2026-12-01T11:00:00+09:00')
    const code = (await codeIn(orderNo)).replace(' ', '')
    expect(code).toMatch(/^\d{8}$/)
    for (const text of [before, await details(), harness.logLines.join()])
      expect(text).not.toContain(code)
    expect(before).toContain('"letterSealed":"')
    expect(await details()).toContain('"letterSealed":null')
  })

  test('5回続けて違うと終わり、すべての連絡先に知らせ、正しいコードも、もう使えない', async () => {
    const { member, orderNo, code } = await withLetter()
    for (let n = 0; n < 4; n += 1)
      expect(await codeOf(type(member, orderNo, '00000000'))).toBe('LETTER_CODE_WRONG')
    expect((await desk.move(member, orderNo)).letter?.triesLeft).toBe(1)
    expect(await codeOf(type(member, orderNo, '00000000'))).toBe('LETTER_OVER')
    expect(await codeOf(type(member, orderNo, code))).toBe('LETTER_OVER')
    expect(await desk.move(member, orderNo)).toMatchObject({ state: 'failed', works: 'before' })
    expect(await desk.exchangesOf(orderNo)).toEqual([])
    for (const contact of [member.email, member.phone])
      expect((await received(harness, contact)).join()).toContain('続けて違っていました')
  })

  test('同時に何度入力されても、1回ずつ数える', async () => {
    const { member, orderNo } = await withLetter()
    await Promise.all(Array.from({ length: 5 }, () => codeOf(type(member, orderNo, '00000000'))))
    expect((await desk.move(member, orderNo)).state).toBe('failed')
  })

  test('14日のうちに入力しなければ終わり、そのあとのコードは効かない', async () => {
    const { member, orderNo, code } = await withLetter()
    harness.clock.set('2026-12-15T10:00:00+09:00')
    await desk.again(member)
    expect(await codeOf(type(member, orderNo, code))).toBe('LETTER_OVER')
    await desk.workAt('2026-12-15T11:00:00+09:00')
    await desk.again(member)
    expect((await desk.move(member, orderNo)).state).toBe('expired')
  })

  test('けたの違うコード、文字、空欄は、数えずに、入力の仕方を伝える', async () => {
    const { member, orderNo } = await withLetter()
    for (const code of ['1234567', '123456789', 'ABCDEFGH', ''])
      expect(await codeOf(type(member, orderNo, code)), code).toBe('VALIDATION_FAILED')
    expect((await desk.move(member, orderNo)).letter?.triesLeft).toBe(5)
  })

  test('全角や空白を混ぜて入力しても、同じコードとして読む', async () => {
    const { member, orderNo, code } = await withLetter()
    const wide = code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    expect((await type(member, orderNo, ` ${wide} `)).state).toBe('requested')
  })

  test('30日に2通まで。3通めは、いつから頼めるかを伝える', async () => {
    const member = await desk.member()
    for (let n = 0; n < 2; n += 1) {
      const { orderNo } = await desk.begin(member, 'letter')
      await member.call(api.phoneMoveWithdrawPost, { body: { orderNo } })
    }
    const { letter } = await desk.estimate(member)
    expect(letter).toMatchObject({
      allowed: false,
      reasonCode: 'LETTER_LIMIT',
      freeFrom: '2026-12-31T10:00:00+09:00',
    })
    expect(await codeOf(desk.begin(member, 'letter'))).toBe('LETTER_LIMIT')
    await desk.workAt('2026-12-01T11:00:00+09:00')
    expect(await letterBox()).not.toContain(member.loginId)
  })
})

describe('手紙を狙う他人は', () => {
  test('前の日に住所を変えさせても、その住所には手紙を送れない', async () => {
    harness.clock.set('2026-11-30T10:00:00+09:00')
    // Of a line for which nobody must be identified, the address needs no document.
    const member = await desk.member('data')
    await member.call(api.userEditRegisterPost, {
      body: { step: 'submit', changes: { street: '9-9' } },
    })
    harness.clock.set(START)
    await desk.again(member)
    expect(await codeOf(desk.begin(member, 'letter'))).toBe('LETTER_ADDRESS_NEW')
    expect((await desk.estimate(member)).letter.freeFrom).toBe('2026-12-30T10:00:00+09:00')
    harness.clock.set('2026-12-30T10:00:00+09:00')
    await desk.again(member)
    expect((await desk.begin(member, 'letter')).state).toBe('id_check')
  })

  test('メールアドレスだけを変えた会員の手紙は、止められない', async () => {
    const member = await desk.member()
    const own = `${member.loginId}@new.example.jp`
    await member.call(api.userEditRegisterPost, {
      body: { step: 'submit', changes: { email: own } },
    })
    for (const [which, contact] of [
      ['oldEmail', member.email],
      ['newEmail', own],
    ] as const)
      await member.call(api.userEditRegisterPost, {
        body: { step: 'confirm', which, code: await codeAt(harness, contact) },
      })
    expect((await desk.begin(member, 'letter')).state).toBe('id_check')
  })

  test('頼んだあとで住所を変えても、手紙は頼んだときの住所に届く', async () => {
    const member = await desk.member()
    const { orderNo } = await desk.begin(member, 'letter')
    await setProfile(harness, member.accountId, { ...profile, street: '9-9', email: member.email })
    await desk.workAt('2026-12-01T11:00:00+09:00')
    const text = await letterBox()
    const start = text.lastIndexOf('<h2>', text.indexOf(orderNo))
    expect(text.slice(start, text.indexOf(orderNo))).toContain('千代田1-1')
  })

  test('手紙を開けても、会員のログインがなければ使えず、ほかの会員の手紙のコードでも進まない', async () => {
    const { member, orderNo, code } = await withLetter()
    const stranger = await desk.member()
    expect(await codeOf(type(stranger, orderNo, code))).toBe('NOT_FOUND')
    const before = harness.clock.now().subtract({ minutes: 11 })
    const child = { ...member, ...(await harness.signIn(member.loginId, before)) }
    expect(await codeOf(type(child, orderNo, code))).toBe('FRESH_LOGIN_REQUIRED')
    const other = await desk.begin(stranger, 'letter')
    expect(await codeOf(type(stranger, other.orderNo, code))).toBe('LETTER_CODE_WRONG')
  })

  test('コードを入力するまで、eSIMのコードは見られず、切り替えもできない', async () => {
    const member = await desk.member()
    const stranger = await harness.signIn(member.loginId, undefined, false, { secret: 'thief' })
    const { orderNo } = await desk.begin({ ...member, ...stranger }, 'letter')
    const got = [
      await codeOf(stranger.call(api.phoneMoveCodeGet, { query: { orderNo } })),
      await codeOf(stranger.call(api.phoneMoveSwitchPost, { body: { orderNo } })),
    ]
    expect(got).toEqual(Array(2).fill('SECOND_FACTOR_REQUIRED'))
    await desk.stopByLink(member)
    await desk.workAt('2026-12-01T11:00:00+09:00')
    await desk.again(member)
    expect((await desk.move(member, orderNo)).state).toBe('withdrawn')
    expect(await letterBox()).not.toContain(orderNo)
  })

  test('コードが入力されたあとでも、はじめのリンクで止められ、切り替わっていれば元に戻る', async () => {
    const { member, orderNo, code } = await withLetter()
    await type(member, orderNo, code)
    await desk.after({ seconds: 30 })
    await desk.read(await desk.codeIn(member, orderNo))
    await desk.after({ seconds: 30 })
    await desk.switchOver(member, orderNo)
    await desk.after({ seconds: 10 })
    expect((await desk.move(member, orderNo)).works).toBe('new')
    await desk.stopByLink(member)
    await desk.after({ seconds: 10 })
    await desk.again(member)
    expect(await desk.move(member, orderNo)).toMatchObject({
      state: 'rolled_back',
      works: 'before',
    })
  })
})

describe('手紙を出す会社が', () => {
  test('黙っていれば、同じ番号で次の時に頼み、1日で担当者の一覧に載り、手紙は1通だけ出る', async () => {
    const member = await desk.member()
    await standInFault(letters, { mode: 'silent', target: '/letters', times: 1 })
    const { orderNo } = await desk.begin(member, 'letter')
    await desk.workAt('2026-12-01T11:00:00+09:00')
    await desk.again(member)
    expect((await desk.move(member, orderNo)).letter?.sentAt).toBeUndefined()
    await standInFault(letters, { mode: 'down', target: '/letters' })
    const name = 'move-letter-not-posted'
    const listed = async () =>
      (
        await listFinding(
          harness.database.db,
          { ...phoneMoveFindings[name], name },
          harness.clock.now(),
        )
      ).map(({ ref }) => ref)
    await desk.workAt('2026-12-02T09:59:00+09:00')
    expect(await listed()).not.toContain(orderNo)
    await desk.workAt('2026-12-02T10:00:00+09:00')
    expect(await listed()).toContain(orderNo)
    await standInFault(letters, { mode: 'off' })
    await desk.workAt('2026-12-02T11:00:00+09:00')
    expect(await listed()).not.toContain(orderNo)
    expect((await letterBox()).split(`受付番号：${orderNo}`)).toHaveLength(2)
  })

  test.each([
    ['届けられずに戻ってくれば', '宛先不明1-1', '2026-12-06T12:00:00+09:00'],
    ['住所を受け付けなければ', '住所なし', '2026-12-01T11:00:00+09:00'],
  ])('%s、移行を終え、すべての連絡先に知らせる', async (_, street, at) => {
    const member = await desk.member()
    const { email, phone } = member
    await setProfile(harness, member.accountId, { ...profile, street, email, phone })
    const { orderNo } = await desk.begin(member, 'letter')
    await desk.workAt('2026-12-01T11:00:00+09:00')
    await desk.workAt(at)
    await desk.again(member)
    expect(await desk.move(member, orderNo)).toMatchObject({ state: 'failed', works: 'before' })
    for (const contact of [email, phone])
      expect((await received(harness, contact)).join()).toContain('手紙をお届けできませんでした')
  })
})
