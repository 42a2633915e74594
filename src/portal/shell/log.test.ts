import { describe, expect, test, vi } from 'vitest'
import { type LogLevel, createLog, sourceLocation } from './log.ts'

function logOf(lowest: LogLevel) {
  const post = vi.fn<(address: string, body: string) => void>()
  const shown: string[] = []
  const show = (level: LogLevel) => (message: string) => shown.push(`${level} ${message}`)
  let now = '2026-11-20T00:00:00.000Z'
  const log = createLog({
    lowest,
    now: () => now,
    console: { debug: show('debug'), info: show('info'), warn: show('warn'), error: show('error') },
    post,
  })
  const posted = () => post.mock.calls.map(([address, body]) => [address, JSON.parse(body)])
  const setNow = (text: string) => void (now = text)
  return { log, shown, posted, setNow }
}

describe('ログ', () => {
  test('仕様が挙げるものを送る', () => {
    const { log, posted } = logOf('info')
    log.postTo('https://log.example/')
    const error = new Error('broken')
    error.stack = 'Error: broken\n    at run (https://portal.example/assets/root-abc.js:12:7)'
    log.error('サーバーでエラーを検出しました', error)
    expect(posted()).toEqual([
      [
        'https://log.example/',
        [
          {
            message: 'サーバーでエラーを検出しました',
            additional: 'Error: broken',
            level: 'error',
            timestamp: '2026-11-20T00:00:00.000Z',
            fileName: 'https://portal.example/assets/root-abc.js',
            lineNumber: 12,
          },
        ],
      ],
    ])
  })

  test('本番では、infoより下は送らない', () => {
    const { log, shown, posted } = logOf('info')
    log.postTo('https://log.example/')
    log.debug('a')
    log.info('b')
    log.warn('c', { d: 1 })
    expect(shown).toEqual(['info b', 'warn c'])
    expect(posted().map(([, [entry]]) => entry)).toMatchObject([
      { message: 'b', level: 'info', additional: null },
      { message: 'c', level: 'warn', additional: { d: 1 } },
    ])
  })

  test('いくつあっても、1分に60件までしか送らない', () => {
    const { log, posted, setNow } = logOf('info')
    log.postTo('https://log.example/')
    for (let number = 1; number <= 100; number++) log.info(`entry ${number}`)
    expect(posted()).toHaveLength(60)
    setNow('2026-11-20T00:01:00.000Z')
    log.info('later')
    expect(posted()).toHaveLength(61)
    expect(posted().at(-1)?.[1][0].message).toBe('later')
  })

  test('送り先がなければ送らず、その前の分は送り先ができてから送る', () => {
    const { log, shown, posted } = logOf('debug')
    for (let number = 1; number <= 31; number++) log.info(`entry ${number}`)
    expect(shown).toHaveLength(31)
    expect(posted()).toEqual([])
    log.postTo('https://log.example/')
    const entries = posted()[0]?.[1]
    expect(entries).toHaveLength(30)
    expect(entries[0].message).toBe('entry 2')
  })
})

test.each([
  ['    at run (https://a.example/x.js:12:7)', 'https://a.example/x.js', 12],
  ['    at https://a.example/x.js:3:1', 'https://a.example/x.js', 3],
  ['run@https://a.example/x.js:40:2', 'https://a.example/x.js', 40],
  ['Error: no place', '', 0],
])('%s', (stack, fileName, lineNumber) => {
  expect(sourceLocation(stack)).toEqual({ fileName, lineNumber })
})

test('2番目の場所が呼び出し元になる', () => {
  const stack =
    'Error\n    at write (https://a.example/x.js:1:7)\n    at https://a.example/x.js:3:1'
  expect(sourceLocation(stack, 'caller')).toEqual({
    fileName: 'https://a.example/x.js',
    lineNumber: 3,
  })
})
