import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { readCookie, readQuery, withTrailingSlash } from './conventions.ts'
import { endpoint, type Handlers } from './endpoint.ts'
import { failureBody, successBody } from './envelope.ts'
import { ApiError, type CallInput, createCall } from './http.ts'
import type { api } from './index.ts'
import { type LineId, lineId, queryList, queryNumber, type Yen, yen } from './primitives.ts'

const list = endpoint({
  spec: 'ours',
  method: 'GET',
  path: '/api/fee',
  access: 'visitor',
  summary: '料金',
  query: z.object({
    lineId: queryList(lineId, 3).optional(),
    limit: queryNumber(1, 9).optional(),
  }),
  result: z.object({ feeYen: yen }),
})
const order = endpoint({
  spec: 'ours',
  method: 'POST',
  path: '/api/fee/order',
  access: 'member',
  summary: '申し込み',
  body: z.object({ lineId }),
  result: z.object({ feeYen: yen }),
})
const undo = endpoint({
  spec: 'ours',
  method: 'DELETE',
  path: '/api/fee/order',
  access: 'member',
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

describe('every call goes through one wrapper (spec 7.1)', () => {
  test('it appends a trailing slash to the path, before the query', async () => {
    const { fetch, asked } = fetchOf(fee)
    await createCall({ fetch })(list)
    await createCall({ fetch, baseUrl: 'https://api.example' })(list, { query: { limit: 3 } })
    expect(asked.map(({ path }) => path)).toEqual([
      '/api/fee/',
      'https://api.example/api/fee/?limit=3',
    ])
    expect(withTrailingSlash('/api/fee/')).toBe('/api/fee/')
  })

  test('GET sends no-cache headers and optional query parameters, and no body', async () => {
    const { fetch, asked } = fetchOf(fee)
    await createCall({ fetch })(list, { query: { lineId: ['a', 'b'], limit: undefined } })
    expect(asked[0]?.path).toBe('/api/fee/?lineId=a&lineId=b')
    expect(asked[0]?.headers.get('Cache-Control')).toBe('no-cache')
    expect(asked[0]?.headers.get('Pragma')).toBe('no-cache')
    expect(asked[0]?.init.body).toBeUndefined()
  })

  test('POST sends JSON', async () => {
    const { fetch, asked } = fetchOf(fee)
    await createCall({ fetch })(order, { body: { lineId: 'line_1' } })
    expect(asked[0]?.init.method).toBe('POST')
    expect(asked[0]?.headers.get('Content-Type')).toBe('application/json')
    expect(asked[0]?.init.body).toBe('{"lineId":"line_1"}')
    expect(asked[0]?.headers.get('Cache-Control')).toBeNull()
  })

  test('DELETE also returns result', async () => {
    const { fetch, asked } = fetchOf(successBody(null))
    expect(await createCall({ fetch })(undo, { query: { lineId: 'line_1' } })).toBeNull()
    expect(asked[0]?.init.method).toBe('DELETE')
    expect(asked[0]?.path).toBe('/api/fee/order/?lineId=line_1')
  })

  test('it returns the result field of the body, also when wrapped once more in data', async () => {
    const once = await createCall(fetchOf(fee))(list)
    const twice = await createCall(fetchOf({ data: fee }))(list)
    expect([once, twice]).toEqual([{ feeYen: 1078 }, { feeYen: 1078 }])
  })

  test('the caller’s own headers go along (cookies and trace key in process)', async () => {
    const { fetch, asked } = fetchOf(fee)
    await createCall({ fetch, headers: { Cookie: 'sid=1', 'X-Trace-Key': 't' } })(list)
    expect(asked[0]?.headers.get('Cookie')).toBe('sid=1')
    expect(asked[0]?.headers.get('X-Trace-Key')).toBe('t')
  })
})

describe('anti-forgery (spec 7.1)', () => {
  test('every method but GET carries the cookie’s token in the header', async () => {
    const { fetch, asked } = fetchOf(fee)
    const call = createCall({ fetch, readCookie: readToken })
    await call(order, { body: { lineId: 'line_1' } })
    await call(list)
    expect(asked.map(({ headers }) => headers.get('X-XSRF-TOKEN'))).toEqual(['token-1', null])
  })

  test('on an https origin the cookie has the __Host- prefix', async () => {
    const { fetch, asked } = fetchOf(fee)
    const cookies = 'sid=1; XSRF-TOKEN=old; __Host-XSRF-TOKEN=new'
    const call = createCall({ fetch, readCookie: (name) => readCookie(cookies, name) })
    await call(order, { body: { lineId: 'line_1' } })
    expect(asked[0]?.headers.get('X-XSRF-TOKEN')).toBe('new')
  })

  test('the token never goes to another host', async () => {
    const { fetch, asked } = fetchOf(fee)
    const call = createCall({ fetch, baseUrl: 'https://api.example', readCookie: readToken })
    await call(order, { body: { lineId: 'line_1' } })
    expect(asked[0]?.headers.has('X-XSRF-TOKEN')).toBe(false)
  })
})

test('Idempotency-Key is sent when the form has minted one', async () => {
  const { fetch, asked } = fetchOf(fee)
  const call = createCall({ fetch })
  await call(order, { body: { lineId: 'line_1' }, idempotencyKey: 'key-1' })
  await call(order, { body: { lineId: 'line_1' } })
  expect(asked.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['key-1', null])
})

describe('a failure is raised with httpStatus, body and trace key (spec 7.1), and never retried', () => {
  test('a refusal of ours', async () => {
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

  test('fields of a validation failure', async () => {
    const fields = { lineId: ['選んでください。'] }
    const { httpStatus, body } = failureBody('VALIDATION_FAILED', { fields })
    const error = await errorOf(createCall(fetchOf(body, { status: httpStatus }))(list))
    expect(error.failure?.fields).toEqual(fields)
    expect(error.traceKey).toBeUndefined()
  })

  test('a proxy’s page instead of an answer', async () => {
    const { fetch, asked } = fetchOf('<h1>Bad Gateway</h1>', { status: 502 })
    const error = await errorOf(createCall({ fetch })(list))
    expect(error.httpStatus).toBe(502)
    expect(error.body).toBe('<h1>Bad Gateway</h1>')
    expect(error.failure).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  test('no network is httpStatus 0', async () => {
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
  ])('a success that is %s is a failure too', async (_, body) => {
    const error = await errorOf(createCall(fetchOf(body))(list))
    expect(error.httpStatus).toBe(200)
  })
})

test('a query is read back as it was sent; a repeated key becomes a list', () => {
  expect(readQuery(new URLSearchParams('a=1&b=2&b=3&c='))).toEqual({ a: '1', b: ['2', '3'], c: '' })
  expect(Object.keys(readQuery(new URLSearchParams('__proto__=1')))).toEqual(['__proto__'])
})

test('a cookie is found by its whole name', () => {
  expect(readCookie('aXSRF-TOKEN=1; XSRF-TOKEN=a=b', 'XSRF-TOKEN')).toBe('a=b')
  expect(readCookie('', 'XSRF-TOKEN')).toBeUndefined()
})

test('input and result are typed from the endpoint', () => {
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
