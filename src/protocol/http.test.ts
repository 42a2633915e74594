import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { readCookie, readQuery, withTrailingSlash } from './conventions.ts'
import { type Handlers, memberEndpoint, visitorEndpoint } from './endpoint.ts'
import { failureBody, successBody } from './envelope.ts'
import { ApiError, type CallInput, createCall } from './http.ts'
import type { api } from './index.ts'
import { type LineId, lineId, queryList, queryNumber, type Yen, yen } from './primitives.ts'

const list = visitorEndpoint('GET', '/api/fee', {
  summary: '料金',
  query: z.object({
    lineId: queryList(lineId, 3).optional(),
    limit: queryNumber(1, 9).optional(),
  }),
  result: z.object({ feeYen: yen }),
})
const order = memberEndpoint('POST', '/api/fee/order', {
  summary: '申し込み',
  body: z.object({ lineId }),
  result: z.object({ feeYen: yen }),
})
const undo = memberEndpoint('DELETE', '/api/fee/order', {
  summary: '取り消し',
  query: z.object({ lineId }),
  result: z.null(),
})

/** A fetch that answers one thing and remembers what it was asked. */
function fetchOf(body: unknown, init: ResponseInit = {}) {
  const asked: { path: string; init: RequestInit; headers: Headers }[] = []
  const fetch = async (path: string, request: RequestInit) => {
    asked.push({ path, init: request, headers: new Headers(request.headers) })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), init)
  }
  return { fetch, asked }
}

const fee = successBody({ feeYen: 1078 })
const readToken = (name: string) => (name === 'XSRF-TOKEN' ? 'token-1' : undefined)

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('No ApiError was raised')
}

describe('呼び出しはすべて1つの関数を通る（仕様7.1）', () => {
  test('番地の終わり、問い合わせの前に斜線を付ける', async () => {
    const { fetch, asked } = fetchOf(fee)
    await createCall({ fetch })(list)
    await createCall({ fetch, baseUrl: 'https://api.example' })(list, { query: { limit: 3 } })
    expect(asked.map(({ path }) => path)).toEqual([
      '/api/fee/',
      'https://api.example/api/fee/?limit=3',
    ])
    expect(withTrailingSlash('/api/fee/')).toBe('/api/fee/')
  })

  test('GETは、no-cacheのヘッダーと任意の問い合わせを送り、本文を送らない', async () => {
    const { fetch, asked } = fetchOf(fee)
    await createCall({ fetch })(list, { query: { lineId: ['a', 'b'], limit: undefined } })
    expect(asked[0]?.path).toBe('/api/fee/?lineId=a&lineId=b')
    expect(asked[0]?.headers.get('Cache-Control')).toBe('no-cache')
    expect(asked[0]?.headers.get('Pragma')).toBe('no-cache')
    expect(asked[0]?.init.body).toBeUndefined()
  })

  test('POSTはJSONを送る', async () => {
    const { fetch, asked } = fetchOf(fee)
    await createCall({ fetch })(order, { body: { lineId: 'line_1' } })
    expect(asked[0]?.init.method).toBe('POST')
    expect(asked[0]?.headers.get('Content-Type')).toBe('application/json')
    expect(asked[0]?.init.body).toBe('{"lineId":"line_1"}')
    expect(asked[0]?.headers.get('Cache-Control')).toBeNull()
  })

  test('DELETEも結果を返す', async () => {
    const { fetch, asked } = fetchOf(successBody(null))
    expect(await createCall({ fetch })(undo, { query: { lineId: 'line_1' } })).toBeNull()
    expect(asked[0]?.init.method).toBe('DELETE')
    expect(asked[0]?.path).toBe('/api/fee/order/?lineId=line_1')
  })

  test('本文のresultを返す。dataでもう一度包まれていても', async () => {
    const once = await createCall(fetchOf(fee))(list)
    const twice = await createCall(fetchOf({ data: fee }))(list)
    expect([once, twice]).toEqual([{ feeYen: 1078 }, { feeYen: 1078 }])
  })

  test('呼び出し側のヘッダーも送る（同じ処理の中ではクッキーと問い合わせ番号）', async () => {
    const { fetch, asked } = fetchOf(fee)
    await createCall({ fetch, headers: { Cookie: 'sid=1', 'X-Trace-Key': 't' } })(list)
    expect(asked[0]?.headers.get('Cookie')).toBe('sid=1')
    expect(asked[0]?.headers.get('X-Trace-Key')).toBe('t')
  })
})

describe('偽の送信の防止（仕様7.1）', () => {
  test('GETのほかは、クッキーの符号をヘッダーに載せる', async () => {
    const { fetch, asked } = fetchOf(fee)
    const call = createCall({ fetch, readCookie: readToken })
    await call(order, { body: { lineId: 'line_1' } })
    await call(list)
    expect(asked.map(({ headers }) => headers.get('X-XSRF-TOKEN'))).toEqual(['token-1', null])
  })

  test('httpsでは、クッキーの名前が __Host- で始まる', async () => {
    const { fetch, asked } = fetchOf(fee)
    const cookies = 'sid=1; XSRF-TOKEN=old; __Host-XSRF-TOKEN=new'
    const call = createCall({ fetch, readCookie: (name) => readCookie(cookies, name) })
    await call(order, { body: { lineId: 'line_1' } })
    expect(asked[0]?.headers.get('X-XSRF-TOKEN')).toBe('new')
  })

  test('符号は、ほかのホストには送らない', async () => {
    const { fetch, asked } = fetchOf(fee)
    const call = createCall({ fetch, baseUrl: 'https://api.example', readCookie: readToken })
    await call(order, { body: { lineId: 'line_1' } })
    expect(asked[0]?.headers.has('X-XSRF-TOKEN')).toBe(false)
  })
})

test('書式が作った Idempotency-Key を送る', async () => {
  const { fetch, asked } = fetchOf(fee)
  const call = createCall({ fetch })
  await call(order, { body: { lineId: 'line_1' }, idempotencyKey: 'key-1' })
  await call(order, { body: { lineId: 'line_1' } })
  expect(asked.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['key-1', null])
})

describe('失敗は httpStatus、本文、問い合わせ番号とともに投げ、送り直さない（仕様7.1）', () => {
  test('私たちの断り', async () => {
    const { httpStatus, body } = failureBody('CANCELLATION_BOOKED', { freeFrom: '2026-12-01' })
    const { fetch, asked } = fetchOf(body, {
      status: httpStatus,
      headers: { 'X-Trace-Key': 'trace-1' },
    })
    const error = await errorOf(createCall({ fetch })(order, { body: { lineId: 'line_1' } }))
    expect(error.httpStatus).toBe(409)
    expect(error.body).toEqual(body)
    expect(error.traceKey).toBe('trace-1')
    expect(error.failure?.code).toBe('CANCELLATION_BOOKED')
    expect(error.failure?.freeFrom).toBe('2026-12-01')
    expect(asked).toHaveLength(1)
  })

  test('入力の誤りの欄', async () => {
    const fields = { lineId: ['選んでください。'] }
    const { httpStatus, body } = failureBody('VALIDATION_FAILED', { fields })
    const error = await errorOf(createCall(fetchOf(body, { status: httpStatus }))(list))
    expect(error.failure?.fields).toEqual(fields)
    expect(error.traceKey).toBeUndefined()
  })

  test('答えの代わりに届いた中継のページ', async () => {
    const { fetch, asked } = fetchOf('<h1>Bad Gateway</h1>', { status: 502 })
    const error = await errorOf(createCall({ fetch })(list))
    expect(error.httpStatus).toBe(502)
    expect(error.body).toBe('<h1>Bad Gateway</h1>')
    expect(error.failure).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  test('通信できなければ httpStatus は0', async () => {
    let calls = 0
    const fetch = async () => {
      calls += 1
      throw new TypeError('fetch failed')
    }
    const error = await errorOf(createCall({ fetch })(list))
    expect(error.httpStatus).toBe(0)
    expect(error.cause).toEqual(new TypeError('fetch failed'))
    expect(calls).toBe(1)
  })

  test.each([
    ['not the envelope', { result: { feeYen: 1 } }],
    ['another result than promised', successBody({ feeYen: 1.5 })],
    ['HTTP 200 around a failure', failureBody('INTERNAL').body],
    ['nothing', ''],
  ])('%sの成功も、失敗である', async (_, body) => {
    const error = await errorOf(createCall(fetchOf(body))(list))
    expect(error.httpStatus).toBe(200)
  })
})

test('問い合わせは送ったとおりに読め、重なる鍵は一覧になる', () => {
  expect(readQuery(new URLSearchParams('a=1&b=2&b=3&c='))).toEqual({ a: '1', b: ['2', '3'], c: '' })
  expect(Object.keys(readQuery(new URLSearchParams('__proto__=1')))).toEqual(['__proto__'])
})

test('クッキーは、名前の全体で見つける', () => {
  expect(readCookie('aXSRF-TOKEN=1; XSRF-TOKEN=a=b', 'XSRF-TOKEN')).toBe('a=b')
  expect(readCookie('', 'XSRF-TOKEN')).toBeUndefined()
})

test('入力と結果の型は、窓口から決まる', () => {
  type Fee = Handlers<{ list: typeof list; order: typeof order }, { memberId: string }>
  expectTypeOf<Parameters<Fee['order']>[0]['body']['lineId']>().toEqualTypeOf<LineId>()
  expectTypeOf<Parameters<Fee['list']>[0]['query']['limit']>().toEqualTypeOf<number | undefined>()
  const call = createCall(fetchOf(fee))
  expectTypeOf<Awaited<ReturnType<typeof call<typeof list>>>>().toEqualTypeOf<{ feeYen: Yen }>()
  expectTypeOf<{ idempotencyKey: string }>().not.toExtend<CallInput<typeof order>>()
  expectTypeOf<{ body: { lineId: string } }>().toExtend<CallInput<typeof order>>()
  expectTypeOf<CallInput<typeof list>['body']>().toEqualTypeOf<undefined>()
  expectTypeOf<CallInput<typeof api.linkRidRegisterPost>['body']['step']>().toEqualTypeOf<
    'begin' | 'complete'
  >()
})
