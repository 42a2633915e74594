import { afterEach, expect, test, vi } from 'vitest'
import { createAccountQueue } from './account-queue.ts'

afterEach(() => void vi.useRealTimers())

const failing = (code: string) => Object.assign(new Error(code), { code })

test('ひとりの変更は順番に進み、ほかの人の変更はその間も進む', async () => {
  const accountQueue = createAccountQueue()
  const said: string[] = []
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const first = accountQueue.run('one', async () => {
    await blocked
    said.push('first')
  })
  const second = accountQueue.run('one', async () => void said.push('second'))
  await accountQueue.run('other', async () => void said.push('other'))
  release()
  await Promise.all([first, second])
  expect(said).toEqual(['other', 'first', 'second'])
})

test('失敗した変更も、待ちすぎた変更も、次の変更を失敗させない', async () => {
  const accountQueue = createAccountQueue()
  const outcomes = await Promise.allSettled([
    accountQueue.run('one', () => Promise.reject(new Error('a defect'))),
    accountQueue.run('one', () => Promise.reject(failing('55P03'))),
    accountQueue.run('one', async () => 'done'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('データベースがないときは、並んでいる全員にすぐ答え、次の人から聞き直す', async () => {
  const accountQueue = createAccountQueue()
  const gone = failing('ECONNREFUSED')
  const asked: number[] = []
  const ask = (n: number) =>
    accountQueue.run('one', () => {
      asked.push(n)
      return n === 1 ? Promise.reject(gone) : Promise.resolve('done')
    })
  const outcomes = await Promise.allSettled([ask(1), ask(2), ask(3)])
  expect(outcomes).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: gone })))
  expect(asked).toEqual([1])
  expect(await ask(4)).toBe('done')
})

test('30秒を超えて待つことになる人は断り、列は進む', async () => {
  vi.useFakeTimers()
  const accountQueue = createAccountQueue()
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>()
  const first = accountQueue.run('one', () => blocked)
  const second = accountQueue.run('one', async () => 'done').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await second).toMatchObject({ code: 'UNAVAILABLE' })
  const third = accountQueue.run('one', async () => 'done')
  release()
  await first
  expect(await third).toBe('done')
})
