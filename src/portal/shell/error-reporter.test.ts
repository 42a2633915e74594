import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createReporter } from './error-reporter.ts'

let sent = Promise.withResolvers<{ address: string; body: string }>()

// Once for all: the reporter puts its own watch around the first `fetch` it meets.
beforeAll(() => {
  vi.stubGlobal('fetch', async (address: string, init?: { body: string }) => {
    if (address.includes('/envelope/')) sent.resolve({ address, body: init?.body ?? '' })
    return new Response('{}')
  })
})
beforeEach(() => {
  sent = Promise.withResolvers()
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const sentEvent = async () => JSON.parse((await sent.promise).body.split('\n')[2] ?? '')

test('誤りは送り先に届き、値は250字で切る', async () => {
  const report = createReporter('https://key@ingest.example/7')
  report(new Error('x'.repeat(300)))
  const { address } = await sent.promise
  const event = await sentEvent()
  expect(address).toMatch(/^https:\/\/ingest\.example\/api\/7\/envelope\//)
  expect(event.exception.values[0].value).toBe(`${'x'.repeat(250)}...`)
  expect(event.exception.values[0].stacktrace.frames.length).toBeLessThanOrEqual(50)
  expect(Error.stackTraceLimit).toBe(50)
})

test('誤りには、その前に聞いた番地が、問い合わせの部分を除いて載る', async () => {
  const report = createReporter('https://key@ingest.example/7')
  await fetch('https://portal.example/api/line/speed?line=09012345678')
  report(new Error('broken'))
  const { breadcrumbs } = await sentEvent()
  expect(breadcrumbs).toContainEqual(
    expect.objectContaining({
      category: 'fetch',
      data: expect.objectContaining({ url: 'https://portal.example/api/line/speed' }),
    }),
  )
})
