import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { useHarness } from '#tests/api/use-harness.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { browserLogRoutes } from './browser-log-routes.ts'

const harness = await useHarness()
const origin = harness.services.config.PUBLIC_URL

const entry = (changes: object = {}) => ({
  message: 'error detected on the server',
  additional: null,
  level: 'error',
  timestamp: '2026-11-20T01:00:00.000Z',
  fileName: `${origin}/assets/app.js?of=sato`,
  lineNumber: 12,
  ...changes,
})

async function post(body: unknown, headers: Record<string, string> = { origin }) {
  const app = new Hono<ServerEnv>()
    .use(async (c, next) => {
      c.set('facts', { traceKey: 'trace-browser', now: harness.clock.now(), signedIn: undefined })
      await next()
    })
    .route('/', browserLogRoutes(harness.services))
    .onError((error, c) => c.text('code' in error ? String(error.code) : error.message, 400))
  const answer = await app.request('/browser-log', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return `${answer.status} ${await answer.text()}`.trim()
}

const logged = () =>
  harness.logLines.splice(0).flatMap((line) => {
    const { level, traceKey, browser } = JSON.parse(line)
    return browser === undefined ? [] : [{ ...browser, level, traceKey }]
  })

test('画面の記録は、場所と追跡番号つきで残り、電話番号、メールアドレス、問い合わせ文字列は残らない', async () => {
  logged()
  const posted = [
    entry(),
    entry({ level: 'debug', message: 'not kept' }),
    entry({
      level: 'info',
      message: '090-1234-5678 of sato@example.jp',
      additional: { n: '09012345678' },
    }),
    entry({ message: 'あ'.repeat(2000) }),
  ]
  expect(await post(posted)).toBe('204')
  const [error, info, long] = logged()
  expect(error).toEqual({
    level: 40,
    traceKey: 'trace-browser',
    at: '2026-11-20T01:00:00.000Z',
    message: 'error detected on the server',
    additional: 'null',
    place: `${origin}/assets/app.js:12`,
  })
  expect(info).toMatchObject({
    level: 30,
    message: '[number] of [mail]',
    additional: '{"n":"[number]"}',
  })
  expect(long.message).toHaveLength(500)
})

test.each([
  ['別のサイトから', [entry()], { origin: 'https://evil.example' }, '400 FORGERY_SUSPECTED'],
  ['差出人を言わずに', [entry()], {}, '400 FORGERY_SUSPECTED'],
  ['JSONでない', 'no json', { origin }, '400 VALIDATION_FAILED'],
  ['多すぎる', Array.from({ length: 31 }, () => entry()), { origin }, '400 VALIDATION_FAILED'],
  ['知らない段階の', [entry({ level: 'fatal' })], { origin }, '400 VALIDATION_FAILED'],
  ['大きすぎる', [entry({ additional: 'x'.repeat(40_000) })], { origin }, '400 BODY_TOO_LARGE'],
])('%s記録は、何も残さずに断る', async (_, body, headers, refused) => {
  logged()
  expect(await post(body, headers)).toBe(refused)
  expect(logged()).toEqual([])
})
