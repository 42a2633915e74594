import { Hono } from 'hono'
import { beforeEach, describe, expect, test } from 'vitest'
import { antiForgery } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { factsOf } from '#server/app.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { makeAuthenticator } from '#tests/api/authenticator.ts'
import { makeMember } from '#tests/api/members.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { authRoutes } from './auth-routes.ts'
import { createCookies } from './cookies.ts'

const ORIGIN = 'http://localhost:3000'
const NOW = '2026-11-24T10:42:00+09:00'
const LATER = '2026-11-26T10:42:00+09:00'
const BACK = '/mypage/portout.html?step=confirm'
const harness = await useHarness(NOW)
beforeEach(() => harness.clock.set(NOW))

const { services } = harness
const cookies = createCookies(ORIGIN)
const app = new Hono<ServerEnv>()
app.use(async (c, next) => {
  const facts = await factsOf(c.req.raw, services, cookies)
  c.set('facts', { ...facts, now: harness.clock.now() })
  await next()
})
app.route('/', authRoutes(services, cookies))

let serial = 0

/** A member with one passkey, logged in by password two days after it was added. */
async function someone({ hasSettled = true } = {}) {
  const loginId = `shown${(serial += 1)}`
  const key = makeAuthenticator({ origin: ORIGIN })
  const first = await harness.signIn(loginId, undefined, true, { secret: undefined })
  await makeMember(harness, { loginId })
  await first.call(api.passkeysPost, {
    body: key.create(await first.call(api.passkeysBeginPost)),
  })
  if (hasSettled) harness.clock.set(LATER)
  const session = await harness.signIn(loginId, undefined, false, {
    secret: first.device?.secret,
  })
  return { ...session, key }
}

type Member = Pick<Awaited<ReturnType<typeof someone>>, 'secret' | 'token'>

const headersOf = ({ secret, token }: Member) => ({
  Cookie: `sid=${secret}; ${antiForgery.cookie}=${token}`,
  Origin: ORIGIN,
  'Sec-Fetch-Site': 'same-origin',
})

/** The form of the screen, as the browser sends it. */
function press(member: Member, response: string, more: Readonly<Record<string, string>> = {}) {
  const fields = { back: BACK, proof: 'secondFactor', [antiForgery.field]: member.token, response }
  const body = new URLSearchParams({ ...fields, ...more })
  return app.request(`${ORIGIN}/auth/passkey`, { method: 'POST', headers: headersOf(member), body })
}

const leadsTo = (answer: Response) => {
  const { pathname, searchParams } = new URL(answer.headers.get('location') ?? '', ORIGIN)
  return [pathname, searchParams.get('failed')]
}

describe('パスキーの返事を送ると', () => {
  test('新しいログインの番号を受け取って、手続きの続きに戻り、前の番号は使えない', async () => {
    const member = await someone()
    const options = await member.call(api.passkeysProofBeginPost)
    const answer = await press(member, JSON.stringify(member.key.get(options)))
    expect(answer.headers.get('location')).toBe(BACK)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const set = answer.headers.getSetCookie()
    expect(set.map((line) => line.split('=')[0])).toEqual(['sid', antiForgery.cookie])
    expect(set[0]).toContain('HttpOnly')
    const secret = /^sid=([^;]+)/.exec(set[0] ?? '')?.[1] ?? ''
    expect(secret).not.toBe(member.secret)
    const { call } = harness.resume(secret)
    expect(await call(api.proofGet)).toMatchObject({ secondFactor: true, strong: true })
    const old = await app.request(`${ORIGIN}/auth/passkey`, {
      method: 'POST',
      headers: headersOf(member),
      body: new URLSearchParams({ back: BACK }),
    })
    expect(leadsTo(old)[0]).toBe('/auth/login')
  })

  test('JavaScriptのないブラウザーの空の返事では、同じ画面に戻り、ほかの方法を案内する', async () => {
    const member = await someone()
    expect(leadsTo(await press(member, ''))).toEqual(['/mypage/user/prove.html', 'empty'])
    expect(leadsTo(await press(member, '{"id":'))).toEqual(['/mypage/user/prove.html', 'empty'])
  })

  test('ほかのサイトのフォームや、ほかのタブで変わる前のフォームからは、何も起きない', async () => {
    const member = await someone()
    const response = JSON.stringify(member.key.get(await member.call(api.passkeysProofBeginPost)))
    const stale = await press(member, response, { [antiForgery.field]: 'another' })
    expect(leadsTo(stale)).toEqual(['/mypage/user/prove.html', 'expired'])
    expect(stale.headers.getSetCookie()).toEqual([])
    expect((await member.call(api.proofGet)).secondFactor).toBe(false)
  })

  test('戻り先がほかのサイトなら、トップに戻る', async () => {
    const member = await someone()
    const options = await member.call(api.passkeysProofBeginPost)
    const response = JSON.stringify(member.key.get(options))
    const answer = await press(member, response, { back: 'https://evil.example/' })
    expect(answer.headers.get('location')).toBe('/')
  })

  test('追加から24時間たたないパスキーでは、もっと確かな確認を求める手続きには進まない', async () => {
    const member = await someone({ hasSettled: false })
    const options = await member.call(api.passkeysProofBeginPost)
    const response = JSON.stringify(member.key.get(options))
    const answer = await press(member, response, { proof: 'strong' })
    expect(leadsTo(answer)).toEqual(['/mypage/user/prove.html', 'unsettled'])
    expect(answer.headers.getSetCookie()).toHaveLength(2)
  })
})

describe('ご本人の確認を求められると', () => {
  const ask = async (member: Member, proof: string, more = '') => {
    const path = `/auth/login?proof=${proof}&back=${encodeURIComponent(BACK)}${more}`
    return app.request(ORIGIN + path, { headers: headersOf(member) })
  }

  test('パスキーを持つ会員には、パスキーを先に勧める画面を出し、そこからログインの画面にも進める', async () => {
    const member = await someone()
    for (const proof of ['freshLogin', 'secondFactor', 'strong']) {
      const answer = await ask(member, proof)
      expect([proof, ...leadsTo(answer)]).toEqual([proof, '/mypage/user/prove.html', null])
    }
    const provider = await ask(member, 'secondFactor', '&way=provider')
    expect(leadsTo(provider)[0]).not.toBe('/mypage/user/prove.html')
    // Whoever names the provider gets no nearer to what a code cannot prove.
    expect(leadsTo(await ask(member, 'strong', '&way=provider'))[0]).toBe('/mypage/user/prove.html')
  })

  test('パスキーのない会員は、これまでどおりログインの画面に進む', async () => {
    const loginId = `shown${(serial += 1)}`
    await makeMember(harness, { loginId })
    const session = await harness.signIn(loginId, undefined, false)
    expect(leadsTo(await ask(session, 'secondFactor'))[0]).not.toBe('/mypage/user/prove.html')
    expect(leadsTo(await ask(session, 'strong'))[0]).toBe('/mypage/user/prove.html')
  })
})
