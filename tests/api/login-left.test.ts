import { describe, expect, test } from 'vitest'
import { antiForgery } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { appOver } from './app.ts'
import { useHarness } from './use-harness.ts'

// How long a login lasts, through the whole server: which request makes it last longer (WCAG 2.2.1).

const harness = await useHarness()
const app = appOver(harness.services)
const { PUBLIC_URL: origin } = harness.services.config
const BEGAN = '2026-11-20T10:00:00+09:00'

const after = (minutes: number) =>
  harness.clock.set(
    Temporal.Instant.from(BEGAN)
      .add({ seconds: minutes * 60 })
      .toString(),
  )

async function atBrowser(loginId: string) {
  harness.clock.set(BEGAN)
  const { secret, token } = await harness.signIn(loginId)
  const headers = {
    Cookie: `sid=${secret}; ${antiForgery.cookie}=${token}`,
    Origin: origin,
    'Sec-Fetch-Site': 'same-origin',
    [antiForgery.header]: token,
  }
  return async (method: 'GET' | 'POST', path: string = api.loginLeftGet.path) => {
    const answer = await app.request(path, { method, headers })
    const body: { result?: unknown } = await answer.json()
    return answer.ok ? body.result : answer.status
  }
}

describe('ログインが終わるまでの時間', () => {
  test('尋ねても延びず、30分で終わる', async () => {
    const ask = await atBrowser('left-asked')
    for (const [minutes, secondsLeft] of [
      [10, 1200],
      [28, 120],
      [29.5, 30],
    ] as const) {
      after(minutes)
      expect(await ask('GET')).toEqual({ secondsLeft, canGoOn: true })
      expect(await ask('GET', `${api.loginLeftGet.path}/`)).toEqual({ secondsLeft, canGoOn: true })
    }
    after(30)
    expect(await ask('GET')).toBe(401)
  })

  test('続けると、そこから30分になる', async () => {
    const ask = await atBrowser('left-kept-on')
    after(29)
    expect(await ask('POST')).toEqual({ secondsLeft: 1800, canGoOn: true })
    after(58)
    expect(await ask('GET')).toEqual({ secondsLeft: 60, canGoOn: true })
  })

  test('ほかの画面を開いても、そこから30分になる', async () => {
    const ask = await atBrowser('left-used')
    after(25)
    await ask('GET', '/api/platform/auth')
    expect(await ask('GET')).toEqual({ secondsLeft: 1800, canGoOn: true })
  })

  test('ログインから12時間の終わりは延びず、延ばせないと分かる', async () => {
    const ask = await atBrowser('left-old')
    for (let minutes = 20; minutes <= 700; minutes += 20) {
      after(minutes)
      await ask('POST')
    }
    after(718)
    expect(await ask('POST')).toEqual({ secondsLeft: 120, canGoOn: false })
    after(719)
    expect(await ask('GET')).toEqual({ secondsLeft: 60, canGoOn: false })
    after(720)
    expect(await ask('POST')).toBe(401)
  })

  test('訪問者には答えない', async () => {
    const answer = await app.request(api.loginLeftGet.path)
    expect(answer.status).toBe(401)
  })
})
