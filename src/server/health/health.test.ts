import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHealth, type Check } from './health.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ok: Check = async () => true
const away: Check = async () => {
  throw new Error('ECONNREFUSED')
}

async function answerOf(checks: Record<string, Check>) {
  const answer = await createHealth(checks, ['database', 'worker'])()
  return { status: answer.status, body: await answer.json() }
}

test('データベースと働き手がいれば、外がどうでも健康である', async () => {
  expect(await answerOf({ database: ok, worker: ok, carrier: away })).toEqual({
    status: 200,
    body: { status: 'ok', database: 'ok', worker: 'ok', carrier: 'down' },
  })
})

test.each([
  ['a worker', { database: ok, worker: async () => false }],
  ['the database', { database: away, worker: ok }],
])('%sがなければ503', async (_, checks) => {
  expect((await answerOf(checks)).status).toBe(503)
})

test('何度聞かれても、ほかには5秒に1回しか聞かない', async () => {
  let asked = 0
  let isThere = true
  const health = createHealth(
    {
      carrier: async () => {
        asked += 1
        return isThere
      },
    },
    ['carrier'],
  )
  await Promise.all(Array.from({ length: 100 }, () => health()))
  isThere = false
  vi.advanceTimersByTime(4_999)
  expect([(await health()).status, asked]).toEqual([200, 1])
  vi.advanceTimersByTime(1)
  expect([(await health()).status, asked]).toEqual([503, 2])
})
