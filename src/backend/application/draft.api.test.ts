import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { eids, holder, openBrowser } from '#tests/api/applicants.ts'
import { received } from '#tests/api/contact-codes.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { countRows } from '#tests/api/rows.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'
import { runTasks } from '#tests/api/tasks.ts'

const harness = await useApplicants()

const count = (table: string, where?: string) => countRows(harness, table, where)

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
    harness.clock.set('2026-11-21T11:00:00+09:00')
    await runTasks(harness, 'expired drafts of applications')
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

  test('最初の月のデータ容量は、使い始める日からの日割りで、お申し込みの前に分かる', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['data'] })
    await browser.put({ step: 'sim', line: 1, size: 'esim', eid: eids[0] })
    const { quote, conclusion } = await browser.call(api.applicationGet)
    // 3 GB, 11 of 30 days.
    expect([quote?.startsOn, quote?.baseBytes, quote?.firstMonthBytes]).toEqual([
      '2026-11-20',
      3_000_000_000,
      1_100_000_000,
    ])
    expect(conclusion?.facts[0]?.body).toContain('最初の月のデータ容量は日割りで1.1\u00a0GBです')
  })

  test('まだ答えていない回線も料金に入っていて、答えていくあいだに高くなることはない', async () => {
    const browser = openBrowser(harness)
    const monthly = async () =>
      (await browser.call(api.applicationGet)).quote?.monthly.totalYen ?? 0
    const simulated = async (kind: ('voice' | 'data')[]) =>
      (await browser.call(api.catalogueQuoteGet, { query: { plan: 20, kind } })).monthly.totalYen
    await browser.put({ step: 'plan', plan: 20, lines: 2 })
    expect(await monthly()).toBe(await simulated(['voice', 'voice']))
    await browser.put({ step: 'kind', line: 1, kind: 'voice' })
    expect(await monthly()).toBe(await simulated(['voice', 'voice']))
    await browser.put({ step: 'kind', line: 2, kind: 'data' })
    expect(await monthly()).toBe(await simulated(['voice', 'data']))
  })

  test('先の日付の生年月日は、使う方でもご契約者でも受け付けない', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
    const agreed = { guardian: 'parent', consent: true } as const
    const born = (birth: string) =>
      browser.put({ step: 'user', line: 1, user: 'family', birth, ...agreed })
    expect(await codeOf(born('2030-04-01'))).toBe('VALIDATION_FAILED')
    expect(await codeOf(born('2026-11-21'))).toBe('VALIDATION_FAILED')
    await born('2026-11-20')
    await browser.signIn('unborn')
    expect(await codeOf(browser.put({ step: 'holder', ...holder, birth: '2030-04-01' }))).toBe(
      'VALIDATION_FAILED',
    )
  })

  test('予約番号の有効期限には、受け付けられる日だけが並ぶ', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
    const { portInLastDays } = await browser.call(api.applicationGet)
    expect([portInLastDays.length, portInLastDays[0], portInLastDays.at(-1)]).toEqual([
      8,
      '2026-11-27',
      '2026-12-04',
    ])
    const moved = { by: 'reservation', number: '09012345678', reservationNo: '1012345678' } as const
    for (const lastDay of portInLastDays)
      await browser.put({ step: 'number', line: 1, ...moved, lastDay })
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
    await browser.put({
      step: 'user',
      line: 1,
      user: 'family',
      birth: '2008-11-21',
      guardian: 'parent',
      consent: true,
    })
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
    // The cookie alone changes nothing either.
    const nickname = { step: 'user', line: 1, user: 'holder', nickname: '自分用' } as const
    expect(await codeOf(browser.put(nickname))).toBe('NOT_SIGNED_IN')
    expect(await codeOf(browser.call(api.applicationDelete))).toBe('NOT_SIGNED_IN')
    await browser.signIn('returning')
    await browser.put(nickname)
    const shown = await browser.call(api.applicationGet)
    expect(shown.answers.lines[0]?.nickname).toBe('自分用')
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
