import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { eids, holder, openBrowser, startCardPage } from '../../../tests/api/applicants.ts'
import { received } from '../../../tests/api/contact-codes.ts'
import { decideReview, listReviews, showReview } from './desk.ts'
import { codeOf } from '../../../tests/api/refusals.ts'
import { useHarness } from '../../../tests/api/use-harness.ts'

const START = '2026-11-20T10:00:00+09:00'

const cardPage = await startCardPage()
afterAll(cardPage.close)
const harness = await useHarness(START, { CARD_UPDATE_URL: cardPage.url })
beforeEach(() => harness.clock.set(START))

const count = async (table: string, where = 'true') => {
  const { rows } = await harness.database.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
  )
  return rows[0]?.n
}

describe('申し込みは、一問ずつ保存され、いつでも続きから入力できる', () => {
  test('何も答えていないあいだは何も残らず、最初の答えで始まる', async () => {
    const browser = openBrowser(harness)
    const before = await browser.call(api.applicationGet)
    expect([before.state, before.next, before.version]).toEqual(['none', { step: 'plan' }, 0])
    expect(await count('application')).toBe(0)
    const saved = await browser.put({ step: 'plan', plan: 20, lines: 2, kinds: ['voice', 'data'] })
    expect(saved).toEqual({
      version: 1,
      next: { step: 'sim', line: 1 },
      secret: expect.stringMatching(/^[\w-]{43}$/),
    })
    const { state, steps, quote } = await browser.call(api.applicationGet)
    expect(state).toBe('open')
    expect(steps.map(({ step, line }) => (line ? `${step}${line}` : step))).toEqual([
      'plan',
      'kind1',
      'sim1',
      'number1',
      'user1',
      'kind2',
      'sim2',
      'user2',
      'options',
      'account',
      'holder',
      'identity',
      'card',
      'terms',
      'confirm',
    ])
    // 10GB voice 1,680 + share data 400, and the number fees, as the simulator has them.
    const simulated = await browser.call(api.catalogueQuoteGet, {
      query: { plan: 20, kind: ['voice', 'data'] },
    })
    expect(quote?.monthly).toEqual(simulated.monthly)
    expect(quote?.oneOff).toEqual(simulated.oneOff)
    expect(quote?.firstBills.map(({ month, chargeOn }) => [month, chargeOn])).toEqual([
      ['2026-11', '2026-12-07'],
      ['2026-12', '2027-01-07'],
      ['2027-01', '2027-02-07'],
    ])
  })

  test('個人の情報がない下書きは翌日に、ある下書きは30日後に、入力ごと消える', async () => {
    await harness.database.pool.query('delete from application')
    const bare = openBrowser(harness)
    await bare.put({ step: 'plan', plan: 13, lines: 1, kinds: ['data'] })
    const personal = openBrowser(harness)
    await personal.put({ step: 'plan', plan: 13, lines: 1, kinds: ['data'] })
    await personal.put({ step: 'sim', line: 1, size: 'esim', eid: eids[0] })
    expect((await personal.call(api.applicationGet)).expiresAt).toBe('2026-12-20T10:00:00+09:00')
    await harness.walkTo('2026-11-21T11:00:00+09:00')
    expect((await bare.call(api.applicationGet)).state).toBe('none')
    expect((await personal.call(api.applicationGet)).state).toBe('open')
  })

  test('容量をシェアできないものに変えるときは断り、答えたことは残る', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 20, lines: 2 })
    expect(await codeOf(browser.put({ step: 'plan', plan: 13, lines: 2 }))).toBe(
      'PLAN_NOT_SHAREABLE',
    )
    expect((await browser.call(api.applicationGet)).answers.plan).toBe(20)
  })

  test('2つのタブで同じ項目を保存すると、あとのほうに保存済みと伝え、別の項目は両方残る', async () => {
    const browser = openBrowser(harness)
    const { version } = await browser.put({ step: 'plan', plan: 13, lines: 1 })
    await browser.put({ step: 'kind', line: 1, kind: 'voice' }, version)
    expect(await codeOf(browser.put({ step: 'kind', line: 1, kind: 'data' }, version))).toBe(
      'APPLICATION_CHANGED',
    )
    await browser.put({ step: 'sim', line: 1, size: 'nano' }, version)
    const [line] = (await browser.call(api.applicationGet)).answers.lines
    expect([line?.kind, line?.size]).toEqual(['voice', 'nano'])
  })

  test('番号を移せるのは音声の回線だけで、予約番号は7日以上残っている', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 20, lines: 2, kinds: ['voice', 'data'] })
    const brought = {
      step: 'number',
      by: 'reservation',
      number: '080-1234-5678',
      reservationNo: '１０-1234-5678',
    } as const
    const put = (line: number, lastDay: string) => browser.put({ ...brought, line, lastDay })
    expect(await codeOf(put(2, '2026-12-01'))).toBe('NUMBER_NOT_PORTABLE')
    expect(await codeOf(put(1, '2026-11-26'))).toBe('PORT_IN_EXPIRES_SOON')
    await put(1, '2026-11-27')
    const { steps } = await browser.call(api.applicationGet)
    expect(steps.find(({ step }) => step === 'number')).toMatchObject({ line: 1, done: true })
    harness.clock.set('2026-11-21T10:00:00+09:00')
    const later = await browser.call(api.applicationGet)
    expect(later.steps.find(({ step }) => step === 'number')).toMatchObject({
      done: false,
      problem: { code: 'PORT_IN_EXPIRES_SOON' },
    })
    expect(later.answers.lines[0]).toMatchObject({ reservationNo: '1012345678' })
  })

  test('18歳未満の方が契約者になることはできず、使う方なら、フィルタリングがつく', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
    await browser.put({ step: 'user', line: 1, user: 'family', birth: '2008-11-21' })
    expect((await browser.call(api.applicationGet)).answers.lines[0]?.under18).toBe(true)
    harness.clock.set('2026-11-21T00:00:00+09:00')
    expect((await browser.call(api.applicationGet)).answers.lines[0]?.under18).toBe(false)
    await browser.signIn('young')
    expect(await codeOf(browser.put({ step: 'holder', ...holder, birth: '2008-11-22' }))).toBe(
      'HOLDER_UNDER_AGE',
    )
    await browser.put({ step: 'holder', ...holder, birth: '2008-11-21' })
  })

  test('ログインが切れると個人の情報は見えず、ログインし直すと続きから入力できる', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
    await browser.signIn('returning')
    await browser.put({ step: 'holder', ...holder })
    browser.signOut()
    const hidden = await browser.call(api.applicationGet)
    expect(hidden.account).toMatchObject({ signedIn: false, signInAgain: true })
    expect([hidden.answers.holder, hidden.holderKnown]).toEqual([undefined, {}])
    expect(await codeOf(browser.put({ step: 'sim', line: 1, size: 'nano' }))).toBe('NOT_SIGNED_IN')
    await browser.signIn('returning')
    const shown = await browser.call(api.applicationGet)
    expect(shown.answers.holder).toMatchObject({ lastName: '森', phone: '09012345678' })
    // On another device the account is enough.
    const elsewhere = openBrowser(harness)
    await elsewhere.signIn('returning')
    expect((await elsewhere.call(api.applicationGet)).answers.holder).toMatchObject({
      lastName: '森',
    })
    // Somebody else at this device sees nothing of it.
    await browser.signIn('stranger')
    expect((await browser.call(api.applicationGet)).state).toBe('none')
  })

  test('メールのリンクで、別の端末から続けられる。リンクは一度だけ使える', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 15, lines: 1, kinds: ['data'] })
    const body = { email: 'ｍｏｒｉ@example.jp' }
    const sent = await browser.call(api.applicationLinkPost, { body })
    expect(sent).toEqual({
      sentToMasked: 'm***@example.jp',
      expiresAt: '2026-11-21T10:00:00+09:00',
    })
    expect(await codeOf(browser.call(api.applicationLinkPost, { body }))).toBe(
      'APPLICATION_LINK_SENT',
    )
    const [mail = ''] = await received(harness, 'mori@example.jp')
    const code = /resume\?code=([\w-]+)/.exec(mail)?.[1] ?? ''
    const elsewhere = openBrowser(harness)
    const resumed = await elsewhere.call(api.applicationResumePost, { body: { code } })
    expect(resumed.next).toEqual({ step: 'sim', line: 1 })
    elsewhere.useSecret(resumed.secret)
    expect((await elsewhere.call(api.applicationGet)).answers.plan).toBe(15)
    expect((await browser.call(api.applicationGet)).state).toBe('none')
    expect(
      await codeOf(openBrowser(harness).call(api.applicationResumePost, { body: { code } })),
    ).toBe('APPLICATION_LINK_UNUSABLE')
  })

  test('やめると、入力した内容はすぐに消える', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1 })
    const before = (await count('application')) ?? 0
    expect(await browser.call(api.applicationDelete)).toEqual({ deleted: true })
    expect(await count('application')).toBe(before - 1)
    expect((await browser.call(api.applicationGet)).state).toBe('none')
  })
})

describe('申し込むと、一度だけ受け付け、その場で会員になる', () => {
  test('音声1回線を、最初の質問から受付まで', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('mori')
    const { next, conclusion, card, identity } = await browser.call(api.applicationGet)
    expect([next, identity.state]).toEqual([{ step: 'confirm' }, 'matched'])
    expect(card).toEqual({ brand: 'Visa', numberMasked: '**** **** **** 4242', expires: '2029-12' })
    expect(conclusion?.facts.map(({ heading }) => heading)).toEqual([
      '分量',
      '支払いの時期と方法',
      '引き渡しの時期',
      '申し込みの期間',
      '撤回と解除',
    ])
    expect(await browser.call(api.platformAuthGet)).toMatchObject({ mvno_member: false })
    const receipt = await browser.submit()
    expect(receipt.orderNo).toMatch(/^AP(-[0-9A-Z]{4}){3}$/)
    expect(receipt.state).toBe('accepted')
    expect(await browser.call(api.platformAuthGet)).toMatchObject({ mvno_member: true })
    const contract = await browser.call(api.contractGet)
    expect([contract.status, contract.plan]).toEqual(['accepted', 13])
    expect(await browser.call(api.billingPaymentMethodGet)).toMatchObject({
      method: 'card',
      numberMasked: '**** **** **** 4242',
    })
    expect(await browser.call(api.personalGet)).toMatchObject({
      name: '森 葵',
      birth: '1990-04-12',
      state: 'matched',
    })
    expect((await browser.call(api.userGet)).lastName).toBe('森')
    const { rows } = await browser.call(api.noticesGet)
    expect(rows.map(({ title }) => title)).toEqual(['お申し込みを受け付けました'])
    expect(await browser.submit()).toEqual(receipt)
    expect(await count('contract', `account_id = '${browser.account()}'`)).toBe(1)
    await shows(receipt.orderNo)
  })

  /** The status of an application for who knows its number and the birthday. */
  async function shows(orderNo: string) {
    const visitor = openBrowser(harness)
    const ask = (no: string, birth: string) =>
      visitor.call(api.applicationStatusPost, { body: { orderNo: no, birth } })
    const status = await ask(orderNo.toLowerCase().replaceAll('-', '－'), '1990-04-12')
    expect(status.timeline.map(({ state }) => state)).toEqual(['done', 'done', 'current', 'coming'])
    expect(status.canWithdraw).toBe(true)
    expect(await codeOf(ask(orderNo, '1990-04-13'))).toBe('APPLICATION_UNKNOWN')
    expect(await codeOf(ask('AP-2222-2222-2222', '1990-04-12'))).toBe('APPLICATION_UNKNOWN')
  }

  test('同時に2度申し込んでも、契約は1つ', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('twice', { firstName: '一', firstNameKana: 'ハジメ' })
    const receipts = await Promise.all([browser.submit('key-1'), browser.submit('key-2')])
    expect(receipts[0].orderNo).toBe(receipts[1].orderNo)
    expect(await count('contract', `account_id = '${browser.account()}'`)).toBe(1)
    expect(await count('notice', `account_id = '${browser.account()}'`)).toBe(1)
  })

  test('同じ人が2つのアカウントから同時に申し込んでも、契約は1つ', async () => {
    const own = { firstName: '二葉', firstNameKana: 'フタバ' }
    const browsers = [openBrowser(harness), openBrowser(harness)]
    await browsers[0]?.answerAll('same1', own)
    await browsers[1]?.answerAll('same2', { ...own, firstName: ' 二葉' })
    const told = await Promise.all(
      browsers.map((browser) =>
        browser.submit().then(
          ({ state }) => state,
          (error) => codeOf(Promise.reject(error)),
        ),
      ),
    )
    expect(told.toSorted()).toEqual(['PERSON_HAS_CONTRACT', 'accepted'])
  })

  test('読みと生年月日が同じで字の違う人は、担当者が確認する', async () => {
    const first = openBrowser(harness)
    await first.answerAll('alike1', { firstName: '三津', firstNameKana: 'ミツ' })
    await first.submit()
    const second = openBrowser(harness)
    await second.answerAll('alike2', { firstName: '美津', firstNameKana: 'ミツ' })
    expect((await second.submit()).state).toBe('in_review')
    expect(await second.call(api.platformAuthGet)).toMatchObject({ mvno_member: false })
  })

  test('本人確認を担当者に任せると審査になり、確認が済むと会員になる', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('manual', { firstName: '四季', firstNameKana: 'シキ' })
    await harness.database.pool.query(
      `update identity_check set state = 'manual' where account_id = $1`,
      [browser.account()],
    )
    expect((await browser.submit()).state).toBe('in_review')
    await harness.database.pool.query(
      `insert into identity_decision (account_id, check_id, decision, decided_at)
       select account_id, check_id, 'approved', now() from identity_check where account_id = $1`,
      [browser.account()],
    )
    await harness.walkTo('2026-11-20T12:00:00+09:00')
    await browser.signIn('manual')
    expect((await browser.call(api.applicationStatusGet)).state).toBe('accepted')
    expect(await browser.call(api.platformAuthGet)).toMatchObject({ mvno_member: true })
  })

  test('取り消すと会員ではなくなり、もう一度申し込める', async () => {
    const browser = openBrowser(harness)
    const own = { firstName: '五月', firstNameKana: 'サツキ' }
    await browser.answerAll('again', own)
    const { orderNo } = await browser.submit()
    const status = await browser.call(api.applicationWithdrawPost, { body: { orderNo } })
    expect([status.state, status.canWithdraw]).toEqual(['withdrawn', false])
    expect(await browser.call(api.platformAuthGet)).toMatchObject({ mvno_member: false })
    await browser.answerAll('again', own)
    expect((await browser.submit()).state).toBe('accepted')
    expect(await count('contract', `account_id = '${browser.account()}'`)).toBe(2)
  })

  test('契約者の答えを変えると、本人確認はやり直しになる', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('renamed', { firstName: '六花', firstNameKana: 'リッカ' })
    await browser.put({ step: 'holder', ...holder, firstName: '七海', firstNameKana: 'ナナミ' })
    const { next, identity } = await browser.call(api.applicationGet)
    expect([next, identity.state]).toEqual([{ step: 'identity' }, 'waiting'])
    expect(await codeOf(browser.submit())).toBe('APPLICATION_INCOMPLETE')
  })
})

describe('担当者が確認するお申し込み', () => {
  const orderInReview = async (loginId: string, firstNames: readonly [string, string]) => {
    const first = openBrowser(harness)
    const kana = {
      lastName: '林',
      lastNameKana: 'ハヤシ',
      firstNameKana: loginId.replace(/\w/g, 'ア'),
    }
    await first.answerAll(`${loginId}1`, { ...kana, firstName: firstNames[0] })
    await first.submit()
    const second = openBrowser(harness)
    await second.answerAll(`${loginId}2`, { ...kana, firstName: firstNames[1] })
    return { browser: second, orderNo: (await second.submit()).orderNo }
  }
  const decide = (orderNo: string, asked: Parameters<typeof decideReview>[2]) =>
    harness.database.db
      .transaction()
      .execute((tx) => decideReview(tx, orderNo, asked, harness.clock.now()))

  test('受け付けると会員になり、受け付けないと理由を伝える。決めたことは一度だけ行う', async () => {
    const kept = await orderInReview('ab', ['愛', '亜衣'])
    const other = await orderInReview('abc', ['綾', '彩'])
    expect((await listReviews(harness.database.db)).map(({ order_no: no }) => no)).toEqual(
      expect.arrayContaining([kept.orderNo, other.orderNo]),
    )
    await decide(kept.orderNo, { decision: 'accept' })
    await decide(other.orderNo, { decision: 'reject', reason: '同じ方のご契約があるためです。' })
    await expect(decide(kept.orderNo, { decision: 'accept' })).rejects.toThrow('decided before')
    await harness.walkTo('2026-11-20T11:00:00+09:00')
    await kept.browser.signIn('ab2')
    await other.browser.signIn('abc2')
    expect((await kept.browser.call(api.applicationStatusGet)).state).toBe('accepted')
    expect(await other.browser.call(api.applicationStatusGet)).toMatchObject({
      state: 'rejected',
      reason: '同じ方のご契約があるためです。',
      canWithdraw: false,
    })
    expect(await count('contract', `account_id = '${other.browser.account()}'`)).toBe(0)
    await expect(decide(other.orderNo, { decision: 'accept' })).rejects.toThrow('waits for staff')
  })

  test('見た人は記録に残る', async () => {
    const { orderNo } = await orderInReview('abcd', ['泉', '和泉'])
    const answers = await harness.database.db
      .transaction()
      .execute((tx) => showReview(tx, harness.services.sealing, orderNo, harness.clock.now()))
    expect(answers.holder?.firstName).toBe('和泉')
    expect(await count('audit_entry', `action = 'application-read'`)).toBe(1)
  })
})
