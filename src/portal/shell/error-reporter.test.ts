import { afterEach, expect, test, vi } from 'vitest'
import { createReporter } from './error-reporter.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('an error reaches the ingest address, its value cut at 250 characters', async () => {
  const sent = new Promise<{ address: string; body: string }>((resolve) => {
    vi.stubGlobal('fetch', async (address: string, init: { body: string }) => {
      resolve({ address, body: init.body })
      return new Response('{}')
    })
  })
  const report = createReporter('https://key@ingest.example/7')
  report(new Error('x'.repeat(300)))
  const { address, body } = await sent
  expect(address).toMatch(/^https:\/\/ingest\.example\/api\/7\/envelope\//)
  const event = JSON.parse(body.split('\n')[2] ?? '')
  expect(event.exception.values[0].value).toBe(`${'x'.repeat(250)}...`)
  expect(event.exception.values[0].stacktrace.frames.length).toBeLessThanOrEqual(50)
  expect(Error.stackTraceLimit).toBe(50)
})
