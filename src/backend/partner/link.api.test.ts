import { afterAll, beforeEach, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { isPartnerIdFree } from './rows.ts'
import { createTestBrowser } from '#demo/stand-ins/wire/test-browser.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { startTestPoints } from '#tests/api/points.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { insertLink } from '#demo/seed/points.ts'

const START = '2026-11-20T10:00:00+09:00'
const names = ['minori-a', 'minori-b', 'minori-c', 'minori-d', 'minori-e', 'minori-f']
const { points, settings } = await startTestPoints(names, START)
const harness = await useHarness(START, settings)
afterAll(() => points.close())
beforeEach(() => harness.clock.set(START))

type Browser = Awaited<ReturnType<typeof harness.signIn>>
const fault = (mode: string) =>
  fetch(`${points.url}/__faults`, { method: 'POST', body: JSON.stringify({ mode }) })

const begin = (of: Browser) =>
  of.call(api.linkRidRegisterPost, { body: { step: 'begin', back: '/mypage/point.html' } })

/** The member's part at the partner: logs in there and is led back. */
async function visit(url: string | undefined, loginId: string) {
  const browser = createTestBrowser()
  const page = await browser.follow(url ?? '')
  const { url: back } = await browser.follow(page.url.href, { loginId, password: 'points' })
  return {
    state: back.searchParams.get('state') ?? '',
    code: back.searchParams.get('code') ?? undefined,
  }
}

const complete = (of: Browser, { state, code = '' }: Awaited<ReturnType<typeof visit>>) =>
  of.call(api.linkRidRegisterPost, { body: { step: 'complete', state, code } })

async function returned(of: Browser, given: Awaited<ReturnType<typeof visit>>) {
  const { database, services, clock } = harness
  const signedIn = await services.sessions.find(database.db, of.secret, clock.now())
  if (!signedIn) throw new Error('not signed in')
  return services.takePartnerReturn(signedIn, given, clock.now())
}
const statusOf = async (of: Browser) => (await of.call(api.linkRidMemberInfoGet)).status

test('提携先にログインして戻ると連携が済み、解除すると元に戻り、どちらも知らせが届く', async () => {
  const of = await harness.signIn('linker')
  expect(await of.call(api.linkRidMemberInfoGet)).toEqual({
    status: 'unlinked',
    message: 'ポイントの連携は設定されていません。',
  })
  const begun = await begin(of)
  expect(begun.status).toBe('pending')
  const asked = new URL(begun.authorizeUrl ?? '')
  expect(asked.origin).toBe(points.url)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    scope: 'openid',
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost:3000/point/return',
  })
  expect(await complete(of, await visit(begun.authorizeUrl, 'minori-a'))).toEqual({
    status: 'linked',
    message: 'ポイントを連携しています。',
    maskedPartnerId: 'mi****-a',
    linkedAt: START,
  })
  expect(await codeOf(begin(of))).toBe('PARTNER_ALREADY_LINKED')
  harness.clock.set('2026-11-20T10:05:00+09:00')
  expect(await of.call(api.linkRidRegisterDelete)).toEqual({
    status: 'unlinked',
    message: 'ポイントの連携は設定されていません。',
  })
  expect((await of.call(api.noticesGet)).rows.map(({ title }) => title)).toEqual([
    'みのりポイントとの連携を解除しました',
    'みのりポイントと連携しました',
  ])
})

test('戻り先のURLからでも連携は済み、同じ戻りは二度使えない', async () => {
  const of = await harness.signIn('returner')
  const given = await visit((await begin(of)).authorizeUrl, 'minori-b')
  expect(await returned(of, given)).toEqual({ path: '/mypage/point.html', outcome: 'linked' })
  expect(await returned(of, given)).toEqual({ path: '/mypage/point.html', outcome: 'expired' })
  expect(await statusOf(of)).toBe('linked')
})

test('別のアカウントと連携済みのIDでは連携できず、そのアカウントの連携も変わらない', async () => {
  const first = await harness.signIn('first')
  await complete(first, await visit((await begin(first)).authorizeUrl, 'minori-c'))
  const second = await harness.signIn('second')
  const given = await visit((await begin(second)).authorizeUrl, 'minori-c')
  expect(await codeOf(complete(second, given))).toBe('PARTNER_LINKED_ELSEWHERE')
  expect([await statusOf(first), await statusOf(second)]).toEqual(['linked', 'conflict'])
  await first.call(api.linkRidRegisterDelete)
  const again = await visit((await begin(second)).authorizeUrl, 'minori-c')
  expect(await complete(second, again)).toMatchObject({ status: 'linked' })
})

test('提携先にほかの人がログインしたままのブラウザーでも、やり直せば、あらためてログインを求められる', async () => {
  const first = await harness.signIn('at-home-1')
  await complete(first, await visit((await begin(first)).authorizeUrl, 'minori-d'))
  const second = await harness.signIn('at-home-2')
  const shared = createTestBrowser()
  const asked = await shared.follow((await begin(second)).authorizeUrl ?? '')
  const { url: back } = await shared.follow(asked.url.href, {
    loginId: 'minori-d',
    password: 'points',
  })
  const state = back.searchParams.get('state') ?? ''
  const code = back.searchParams.get('code') ?? ''
  expect(await codeOf(complete(second, { state, code }))).toBe('PARTNER_LINKED_ELSEWHERE')
  const again = await shared.follow((await begin(second)).authorizeUrl ?? '')
  expect(again.url.origin).toBe(points.url)
  expect(again.url.pathname).toMatch(/^\/login\//)
})

test('同じIDの2人が同時に戻っても、あとの人には、連携済みと伝わる', async () => {
  const [first, second] = [await harness.signIn('racer-1'), await harness.signIn('racer-2')]
  const given = await visit((await begin(second)).authorizeUrl, 'minori-f')
  const { db, pool } = harness.database
  const waitingSessions = async () =>
    (
      await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount
  const { sealing } = harness.services
  const { accountId } = first
  const later = await db.transaction().execute(async (tx) => {
    expect(await isPartnerIdFree(tx, sealing, accountId, 'minori-f')).toBe(true)
    const now = harness.clock.now()
    await insertLink(tx, sealing, { accountId, partnerId: 'minori-f', now })
    const outcome = returned(second, given)
    await expect.poll(waitingSessions).toBe(1)
    return { outcome }
  })
  expect((await later.outcome).outcome).toBe('conflict')
  expect([await statusOf(first), await statusOf(second)]).toEqual(['linked', 'conflict'])
})

test('ほかの人、ほかの端末、10分後の戻り、知らない戻りでは連携しない', async () => {
  const of = await harness.signIn('owner')
  const given = await visit((await begin(of)).authorizeUrl, 'minori-d')
  const stranger = await harness.signIn('stranger')
  expect(await codeOf(complete(stranger, given))).toBe('PARTNER_LINK_EXPIRED')
  const otherDevice = await harness.signIn('owner')
  expect(await codeOf(complete(otherDevice, given))).toBe('PARTNER_LINK_EXPIRED')
  expect(await codeOf(complete(of, { ...given, state: 'invented' }))).toBe('PARTNER_LINK_EXPIRED')
  harness.clock.set('2026-11-20T10:10:01+09:00')
  expect(await codeOf(complete(of, given))).toBe('PARTNER_LINK_EXPIRED')
  expect(await statusOf(stranger)).toBe('unlinked')
})

test('ログインせずに戻れば連携せず、戻らないままなら10分後に手続きは終わる', async () => {
  const of = await harness.signIn('turner')
  const { authorizeUrl = '' } = await begin(of)
  const state = new URL(authorizeUrl).searchParams.get('state') ?? ''
  expect((await returned(of, { state, code: undefined })).outcome).toBe('cancelled')
  expect(await statusOf(of)).toBe('unlinked')
  await begin(of)
  await runTasks(harness, 'visits to the points partner')
  expect(await statusOf(of)).toBe('pending')
  harness.clock.set('2026-11-20T10:10:00+09:00')
  await runTasks(harness, 'visits to the points partner')
  expect(await statusOf(of)).toBe('unlinked')
})

test('提携先が途中で止まれば連携せずに理由を伝え、直ったあとにやり直せる', async () => {
  const of = await harness.signIn('patient')
  const given = await visit((await begin(of)).authorizeUrl, 'minori-e')
  await fault('down')
  expect(await codeOf(complete(of, given))).toBe('OUTSIDE_NO_ANSWER')
  expect(await statusOf(of)).toBe('unlinked')
  expect(await codeOf(begin(of))).toBe('OUTSIDE_NO_ANSWER')
  expect(await statusOf(of)).toBe('unlinked')
  await fault('off')
  const again = await visit((await begin(of)).authorizeUrl, 'minori-e')
  expect(await complete(of, again)).toMatchObject({ status: 'linked' })
})

test('提携先のIDは、データベースに読める形で残らない', async () => {
  const of = await harness.signIn('returner')
  const rows = [
    ...(await rowsOf(harness, 'partner_link', ['partner_id_sealed', 'partner_id_index'], {
      account_id: of.accountId,
    })),
    ...(await rowsOf(harness, 'partner_link_attempt', ['checks_sealed', 'code_sealed'], {
      account_id: of.accountId,
    })),
  ]
  expect(rows).toHaveLength(2)
  expect(rows[1]).toMatchObject({ code_sealed: null })
  expect(JSON.stringify(rows)).not.toContain('minori')
})
