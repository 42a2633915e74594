import { afterEach, describe, expect, test } from 'vitest'
import { readReview } from '#backend/account/public.ts'
import { api } from '#protocol/index.ts'
import { requestLimits } from '#server/edge/request-limits.ts'
import { eids, holder, openBrowser } from '#tests/api/applicants.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { countRows } from '#tests/api/rows.ts'
import { standInFault } from '#tests/api/stand-ins.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'
import { tries } from '#tests/tries.ts'

const { applications } = requestLimits
const harness = await useApplicants(undefined, { limits: { applications } })
afterEach(async () => {
  for (const standIn of [harness.carrier, harness.identity])
    await standInFault(standIn, { mode: 'off' })
})

const countOf = (table: string) => countRows(harness, table)

test('機械が何度始めても、受け付けるのは決めた回数までで、翌日には何も残らない', async () => {
  const start = async () => {
    const browser = openBrowser(harness, '203.0.113.9')
    return browser.put({ step: 'plan', plan: 10, lines: 1 }, 0).then(
      () => 'saved',
      (error: unknown) => codeOf(Promise.reject(error)),
    )
  }
  await openBrowser(harness, '203.0.113.9').call(api.applicationGet)
  expect(await countOf('application')).toBe(0)
  const codes: string[] = []
  const presses = tries({ usually: 100, long: 1000 })
  while (codes.length < presses)
    codes.push(...(await Promise.all(Array.from({ length: 5 }, start))))
  const { requests } = applications.perAddress
  expect(codes.filter((code) => code === 'saved')).toHaveLength(requests)
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(presses - requests)
  expect(await countOf('application')).toBe(requests)
  harness.clock.set('2026-11-21T10:00:00+09:00')
  await runTasks(harness, 'expired drafts of applications')
  expect(await countOf('application')).toBe(0)
})

describe('外の仕組みが止まっていても、答えたことは失われず、二重にもならない', () => {
  test('カードは、断られても答えがなくても登録されず、もう一度試すと登録される', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['data'] })
    await browser.signIn('cards')
    await browser.put({ step: 'holder', ...holder })
    expect(await browser.registerCard('refused')).toEqual({
      path: '/order/apply/card',
      outcome: 'failed',
    })
    expect(await browser.registerCard('silent')).toMatchObject({ outcome: 'failed' })
    const before = await browser.call(api.applicationGet)
    expect([before.card, before.answers.holder?.lastName]).toEqual([undefined, '森'])
    expect(await browser.registerCard()).toMatchObject({ outcome: 'changed' })
    const after = await browser.call(api.applicationGet)
    expect(after.card?.numberMasked).toBe('**** **** **** 4242')
  })

  test('カードのページから2度戻っても、1回分しか使われない', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['data'] })
    await browser.signIn('cards2')
    const { updateUrl } = await browser.call(api.applicationCardPost, { body: { back: '/order' } })
    const state = new URL(updateUrl).searchParams.get('state') ?? ''
    const by = {
      actor: 'member',
      accountId: browser.account(),
      contractId: null,
      now: harness.clock.now(),
    } as const
    const given = { state, code: 'good' }
    const stranger = await harness.signIn('stranger')
    const others = { ...by, accountId: stranger.accountId }
    expect((await harness.services.takeCardReturn(others, given)).outcome).toBe('failed')
    expect((await harness.services.takeCardReturn(by, given)).outcome).toBe('changed')
    expect((await harness.services.takeCardReturn(by, given)).outcome).toBe('failed')
  })

  test('本人確認の読み取りが一致しなければ理由を伝え、やり直せる', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
    await browser.signIn('readings')
    await browser.put({ step: 'holder', ...holder })
    expect(await browser.readDocument('mismatch')).toBe('/order/apply/identity')
    const { steps } = await browser.call(api.applicationGet)
    expect(steps.find(({ step }) => step === 'identity')).toMatchObject({
      done: false,
      problem: { code: 'IDENTITY_NOT_DONE' },
    })
    await browser.readDocument('matched')
    expect((await browser.call(api.applicationGet)).identity.state).toBe('matched')
  })

  test('読み取りで一致しなかった申し込みは、申し込みに書かれたとおりの氏名と住所を、担当者が書類と見比べる', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
    await browser.signIn('compared')
    await browser.put({ step: 'holder', ...holder })
    for (let reading = 0; reading < 3; reading += 1) await browser.readDocument('mismatch')
    const { db } = harness.database
    const check = await db
      .selectFrom('identity_check')
      .select('check_id')
      .where('account_id', '=', browser.account())
      .where('state', '=', 'manual')
      .executeTakeFirstOrThrow()
    const { compared } = await readReview(db, harness.services.sealing, check.check_id)
    expect(compared).toEqual({
      name: '森 葵',
      kana: 'モリ アオイ',
      birth: '1990-04-12',
      address: '東京都世田谷区太子堂1-2-3',
    })
  })

  test('ワンストップは、いまの会社のページから戻ると済み、番号を変えるとやり直しになる', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 20, lines: 1, kinds: ['voice'] })
    await browser.put({ step: 'number', line: 1, by: 'oneStop', number: '08012345678' })
    const visit = await browser.visitOldCarrier(1)
    expect(visit.page).toMatch(/^http/)
    const stranger = openBrowser(harness)
    const returned = { state: visit.state, token: 'token-1', until: '2026-12-05' }
    expect((await stranger.returnFromOldCarrier(returned)).outcome).toBe('failed')
    expect(await browser.returnFromOldCarrier(returned)).toEqual({
      path: '/order/apply/line/1/number',
      outcome: 'done',
    })
    expect((await browser.returnFromOldCarrier(returned)).outcome).toBe('failed')
    const [line] = (await browser.call(api.applicationGet)).answers.lines
    expect(line?.oneStop).toEqual({ state: 'done', lastDay: '2026-12-05' })
    await browser.put({ step: 'number', line: 1, by: 'oneStop', number: '08012345679' })
    const { steps } = await browser.call(api.applicationGet)
    expect(steps.find(({ step }) => step === 'number')).toMatchObject({ done: false })
  })

  test('いまの会社のシステムが10分止まっても、番号は残り、動き出せば手続きできる', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 20, lines: 1, kinds: ['voice'] })
    await browser.put({ step: 'number', line: 1, by: 'oneStop', number: '08012345680' })
    await standInFault(harness.carrier, { mode: 'down', target: '/port-in' })
    const away = { path: '/order/apply/line/1/number', outcome: 'unavailable' }
    expect((await browser.visitOldCarrier(1)).page).toEqual(away)
    harness.clock.set('2026-11-20T10:10:00+09:00')
    expect((await browser.visitOldCarrier(1)).page).toEqual(away)
    await standInFault(harness.carrier, { mode: 'off' })
    const { state, page } = await browser.visitOldCarrier(1)
    expect(page).toMatch(/^http/)
    const back = await browser.returnFromOldCarrier({ state, token: 't', until: '2026-12-05' })
    expect(back.outcome).toBe('done')
    expect((await browser.call(api.applicationGet)).answers.lines[0]).toMatchObject({
      number: '08012345680',
      oneStop: { state: 'done' },
    })
  })

  test('いまの会社から1時間を過ぎて戻ると、その手続きは数えず、質問に戻ってやり直せる', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 20, lines: 1, kinds: ['voice'] })
    await browser.put({ step: 'number', line: 1, by: 'oneStop', number: '08012345681' })
    const { state } = await browser.visitOldCarrier(1)
    const given = { state, token: 'late', until: '2026-12-05' }
    harness.clock.set('2026-11-20T11:00:00+09:00')
    expect(await browser.returnFromOldCarrier(given)).toEqual({
      path: '/order/apply/line/1/number',
      outcome: 'failed',
    })
    const refused = await browser.visitOldCarrier(1)
    const error = 'name_differs'
    expect(await browser.returnFromOldCarrier({ state: refused.state, error })).toMatchObject({
      outcome: 'nameDiffers',
    })
    const again = await browser.visitOldCarrier(1)
    expect((await browser.returnFromOldCarrier({ ...given, state: again.state })).outcome).toBe(
      'done',
    )
  })

  test('いまの会社から戻ったとき、ログインも端末の記録も切れていれば、ログインしてから受け取る', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 20, lines: 1, kinds: ['voice'] })
    await browser.signIn('both-lost')
    await browser.put({ step: 'number', line: 1, by: 'oneStop', number: '08012345682' })
    const { state } = await browser.visitOldCarrier(1)
    const stranger = openBrowser(harness)
    const given = { state, token: 'token', until: '2026-12-05' }
    expect((await stranger.returnFromOldCarrier(given)).outcome).toBe('signIn')
    await stranger.signIn('both-lost')
    expect((await stranger.returnFromOldCarrier(given)).outcome).toBe('done')
  })

  test('本人確認のシステムが10分止まっても、回数は減らず、動き出せば続けられる', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
    await browser.signIn('reader-down')
    await browser.put({ step: 'holder', ...holder })
    await standInFault(harness.identity, { mode: 'down' })
    const away = '/order/apply/identity?identity=unavailable'
    expect(await browser.readDocument('matched')).toBe(away)
    harness.clock.set('2026-11-20T10:10:00+09:00')
    expect(await browser.readDocument('matched')).toBe(away)
    await standInFault(harness.identity, { mode: 'off' })
    expect(await browser.readDocument('mismatch')).toBe('/order/apply/identity')
    // The first of three that counts.
    expect((await browser.call(api.applicationGet)).identity.attemptsLeft).toBe(2)
    await browser.readDocument('matched')
    expect((await browser.call(api.applicationGet)).identity.state).toBe('matched')
  })

  test('本人確認の結果を10分受け取れなくても、届けば確認済みになる', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
    await browser.signIn('result-late')
    await browser.put({ step: 'holder', ...holder })
    const reading = await browser.holdDocument('matched')
    await standInFault(harness.identity, { mode: 'down' })
    expect(await reading.back()).toBe('/order/apply/identity')
    expect((await browser.call(api.applicationGet)).next).toEqual({ step: 'sim', line: 1 })
    expect((await browser.call(api.applicationGet)).identity.state).toBe('waiting')
    await standInFault(harness.identity, { mode: 'off' })
    harness.clock.set('2026-11-20T10:10:00+09:00')
    await runTasks(harness, 'identity sessions')
    expect((await browser.call(api.applicationGet)).identity.state).toBe('matched')
  })

  test('回線の設備が10分止まっていても申し込みを受け付け、動き出せばSIMを1枚だけ頼む', async () => {
    const browser = openBrowser(harness)
    await browser.answerAll('carrier-down', { firstName: '百', firstNameKana: 'モモ' })
    await standInFault(harness.carrier, { mode: 'down' })
    const { orderNo, state } = await browser.submit()
    expect(state).toBe('accepted')
    await harness.drain()
    expect((await browser.call(api.applicationStatusGet)).lines).toMatchObject([
      { stateLabel: '応答の確認中' },
    ])
    await standInFault(harness.carrier, { mode: 'off' })
    harness.clock.set('2026-11-20T10:10:00+09:00')
    await harness.services.exchanges.reconcile()
    await harness.drain()
    await harness.services.exchanges.reconcile()
    await harness.drain()
    const after = await browser.call(api.applicationStatusGet)
    expect([after.orderNo, after.lines.map(({ stateLabel }) => stateLabel)]).toEqual([
      orderNo,
      ['準備中'],
    ])
    const asked = await harness.database.pool.query(
      `select state from carrier_exchange where contract_id =
         (select contract_id from application where order_no = $1) and request->>'kind' = 'issue-sim'`,
      [orderNo],
    )
    expect(asked.rows).toEqual([{ state: 'accepted' }])
  })

  test('同じEIDは、1つの回線だけに使える', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 20, lines: 2, kinds: ['data', 'data'] })
    await browser.put({ step: 'sim', line: 1, size: 'esim', eid: eids[0] })
    const again = browser.put({ step: 'sim', line: 2, size: 'esim', eid: eids[0] })
    expect(await codeOf(again)).toBe('EID_REPEATED')
  })
})
