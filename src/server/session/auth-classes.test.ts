import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthClasses } from './auth-classes.ts'
import { createCookies } from './cookies.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // To the library a time of nought is none.
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

type Found = { contractId: string | null } | undefined

function setUp(find: (secret: string) => Promise<Found>) {
  const asked: string[] = []
  const failures: unknown[] = []
  const classes = createAuthClasses({
    cookies: createCookies('http://localhost'),
    sessions: { isOurs: (secret) => secret.startsWith('ours') },
    find: (secret) => {
      asked.push(secret)
      return find(secret)
    },
    onFailure: (cause) => failures.push(cause),
  })
  return { classes, asked, failures }
}

describe('公開ページを見る人の種類', () => {
  test('作り物のログインはすぐに訪問者とし、データベースに聞かない', () => {
    const { classes, asked } = setUp(async () => ({ contractId: 'ctr' }))
    expect(classes.of(undefined)).toBe('visitor')
    expect(classes.of('other=1')).toBe('visitor')
    for (let n = 0; n < 1_000; n += 1) expect(classes.of(`sid=invented-${n}`)).toBe('visitor')
    expect(asked).toEqual([])
  })

  test('何人聞いてもログインを調べるのは1回で、30秒は信じる', async () => {
    const { classes, asked } = setUp(async () => ({ contractId: 'ctr' }))
    expect(await Promise.all([classes.of('sid=ours'), classes.of('sid=ours')])).toEqual([
      'member',
      'member',
    ])
    vi.advanceTimersByTime(29_000)
    expect(classes.of('sid=ours')).toBe('member')
    expect(asked).toEqual(['ours'])
    vi.advanceTimersByTime(2_000)
    expect(await classes.of('sid=ours')).toBe('member')
    expect(asked).toEqual(['ours', 'ours'])
  })

  test('申し込みで会員になり、1秒後にはそう見える', async () => {
    let contractId: string | null = null
    const { classes } = setUp(async () => ({ contractId }))
    expect(await classes.of('sid=ours')).toBe('account')
    contractId = 'ctr'
    vi.advanceTimersByTime(1_001)
    expect(await classes.of('sid=ours')).toBe('member')
  })

  test.each<[string, Found]>([
    ['member', { contractId: 'ctr' }],
    ['account', { contractId: null }],
    ['visitor', undefined],
  ])('%s', async (authClass, found) => {
    expect(await setUp(async () => found).classes.of('sid=ours')).toBe(authClass)
  })
})

describe('データベースの答えがなければ、訪問者とする', () => {
  test('つながらないとき。5秒後に聞き直す', async () => {
    let isAway = true
    const { classes, asked, failures } = setUp(async () => {
      if (isAway) throw new Error('ECONNREFUSED')
      return { contractId: 'ctr' }
    })
    expect(await classes.of('sid=ours')).toBe('visitor')
    isAway = false
    expect(classes.of('sid=ours')).toBe('visitor')
    expect([asked.length, failures.length]).toEqual([1, 1])
    vi.advanceTimersByTime(5_001)
    expect(await classes.of('sid=ours')).toBe('member')
  })

  test('答えないときは、1秒で', async () => {
    const { classes, failures } = setUp(() => new Promise(() => undefined))
    const sent = classes.of('sid=ours')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await sent).toBe('visitor')
    expect(failures).toEqual([new Error('no answer within 1000 ms')])
  })
})
