import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { RefusalError } from '#backend/refusal.ts'
import { stopTokenOf } from '#backend/mail/mail-links.ts'
import { api } from '#protocol/index.ts'
import type { NoticeKind } from '#vocabulary/notice.ts'
import { appOver } from '#tests/api/app.ts'
import { makeMember } from '#tests/api/members.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { mailLinkRoutes } from './mail-link-routes.ts'

const ORIGIN = 'http://localhost:3000'
const harness = await useHarness()
const { services, database } = harness
const app = new Hono<ServerEnv>()
app.use(async (c, next) => {
  c.set('facts', { traceKey: 'trace-test', now: harness.clock.now(), signedIn: undefined })
  await next()
})
app.route('/', mailLinkRoutes(services))
app.onError((error, c) => c.text(error instanceof RefusalError ? error.code : String(error), 403))

const tokenOf = (accountId: string, kind: NoticeKind) =>
  stopTokenOf(services.sealing, { accountId, kind })

const pathOf = (token: string) => `${ORIGIN}/auth/notice-stop?t=${encodeURIComponent(token)}`

/** As a mail program posts it: without cookies, an origin, or a page of ours (RFC 8058). */
const oneClick = (token: string, body = 'List-Unsubscribe=One-Click') =>
  app.request(pathOf(token), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  })

async function mailOf(call: Awaited<ReturnType<typeof harness.signIn>>['call'], kind: NoticeKind) {
  const { kinds } = await call(api.noticeSettingGet)
  return kinds.find((one) => one.kind === kind)
}

const auditOf = (accountId: string) =>
  database.db
    .selectFrom('audit_entry')
    .select('action')
    .where('account_id', '=', accountId)
    .where('action', 'in', ['notice-stopped-by-link', 'alert-settings-changed'])
    .execute()

describe('メールの中のリンクで、お知らせのメールを止める', () => {
  test('メールソフトのボタンで、その種類だけが止まる。2度押しても1度と同じ', async () => {
    const { accountId, call } = await harness.signIn('one-click')
    const token = tokenOf(accountId, 'outage')
    for (let press = 0; press < 2; press += 1) {
      const answer = await oneClick(token)
      expect([answer.status, await answer.text()]).toEqual([200, 'stopped'])
      // RFC 8058 forbids a redirect, and a cookie would be of no use.
      expect(answer.headers.get('location')).toBeNull()
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    expect(await mailOf(call, 'outage')).toMatchObject({ mail: false, sms: false })
    expect(await mailOf(call, 'billing')).toMatchObject({ mail: true })
    expect(await auditOf(accountId)).toEqual([{ action: 'notice-stopped-by-link' }])
  })

  test('サーバー全体を通しても、メールソフトのボタンはどちらの書き方でも通り、ほかのサイトの画面からは押せない', async () => {
    const whole = appOver(services)
    const post = (accountId: string, body: BodyInit, headers: Record<string, string> = {}) =>
      whole.request(pathOf(tokenOf(accountId, 'data')), { method: 'POST', body, headers })
    const encoded = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const parts = new FormData()
    parts.set('List-Unsubscribe', 'One-Click')
    for (const [loginId, body] of [
      ['by-encoded', encoded],
      ['by-parts', parts],
    ] as const) {
      const { accountId, call } = await harness.signIn(loginId)
      expect((await post(accountId, body)).status, loginId).toBe(200)
      expect(await mailOf(call, 'data'), loginId).toMatchObject({ mail: false })
    }
    const { accountId, call } = await harness.signIn('by-other-site')
    const foreign = await post(accountId, encoded, { Origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    expect(await mailOf(call, 'data')).toMatchObject({ mail: true })
  })

  test('SMSで受け取る選択は、そのまま残る', async () => {
    const { accountId, call } = await harness.signIn('keeps-sms')
    await call(api.noticeSettingPut, { body: { mail: ['outage'], sms: ['outage'] } })
    await oneClick(tokenOf(accountId, 'outage'))
    const { rows } = await database.pool.query(
      `select mail, sms from notice_setting where account_id = $1 and kind = 'outage'`,
      [accountId],
    )
    expect(rows).toEqual([{ mail: false, sms: true }])
  })

  test('画面のボタンからは、止めたことを言う画面へ戻る', async () => {
    const { accountId } = await harness.signIn('by-page')
    const token = tokenOf(accountId, 'data')
    const ask = () => harness.visitor(api.noticeStopGet, { query: { t: token } })
    expect(await ask()).toEqual({ kind: 'data', label: 'データチャージ・通信', stopped: false })
    const answer = await app.request(`${ORIGIN}/auth/notice-stop`, {
      method: 'POST',
      headers: { Origin: ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ t: token }).toString(),
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(
      `/auth/notice-stop?${new URLSearchParams({ t: token, done: '1' }).toString()}`,
    )
    expect(await ask()).toMatchObject({ stopped: true })
  })

  test('データ残量のお知らせは、その設定ごと止まる。選んであった値は残る', async () => {
    const member = await makeMember(harness, { loginId: 'alert-stop', lines: [{ kind: 'data' }] })
    const thresholds = [{ unit: 'usedPercent' as const, value: 60, enabled: true }]
    await member.call(api.highSpeedResidualNotificationPut, {
      body: { channel: 'mail', thresholds, usedUp: false },
    })
    const token = tokenOf(member.accountId, 'alert')
    await oneClick(token)
    await oneClick(token)
    expect(await member.call(api.highSpeedResidualNotificationGet)).toMatchObject({
      channel: 'none',
      thresholds,
      usedUp: false,
    })
    expect(await auditOf(member.accountId)).toHaveLength(2)
  })

  test('止められない種類のリンク、変えたリンク、ほかの人のリンクは、何も変えない', async () => {
    const { accountId, call } = await harness.signIn('must-tell')
    const other = await harness.signIn('not-mine')
    const right = tokenOf(accountId, 'billing')
    const wrong = [
      ...(['procedure', 'debt', 'security'] as const).map((kind) => tokenOf(accountId, kind)),
      right.replace('billing', 'outage'),
      right.replace(accountId, other.accountId),
      `${right}0`,
      '',
    ]
    for (const token of wrong) {
      const answer = await oneClick(token)
      expect([answer.status, await answer.text()], token).toEqual([403, 'NOT_FOUND'])
    }
    // A program that looks at every link asks by GET, and another body is no click.
    expect((await app.request(pathOf(right))).status).toBe(404)
    expect((await oneClick(right, 'List-Unsubscribe=')).status).toBe(403)
    const { kinds } = await call(api.noticeSettingGet)
    expect(kinds.filter(({ mail }) => !mail)).toEqual([])
    expect(await auditOf(accountId)).toEqual([])
  })

  test('届くことを確かめるボタンは、当社の画面からしか押せない', async () => {
    const press = (headers: Record<string, string>) =>
      app.request(`${ORIGIN}/auth/mail-check`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 't=none',
      })
    expect(await (await press({ Origin: 'https://evil.example' })).text()).toBe('FORGERY_SUSPECTED')
    expect(await (await press({ Origin: ORIGIN })).text()).toBe('NOT_FOUND')
  })
})
