import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#protocol/endpoint.ts'
import { errors } from '#protocol/errors.ts'
import { antiForgery } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { attribute, descendants, elementsOf, type Element } from '#server/content/html-tree.ts'
import { startHarness, type Harness } from './harness.ts'
import { makeMember } from './members.ts'
import { startTestPoints } from './points.ts'
import { openBuild } from './pages.ts'

const ORIGIN = 'http://localhost:3000'

let harness: Harness
let built: Awaited<ReturnType<typeof openBuild>>
let member: Awaited<ReturnType<typeof makeMember>>
let points: Awaited<ReturnType<typeof startTestPoints>>
beforeAll(async () => {
  points = await startTestPoints(['walked'])
  harness = await startHarness(undefined, points.settings)
  built = await openBuild(harness)
  member = await makeMember(harness, {
    loginId: 'walked',
    planCode: 20,
    course: 'share',
    lines: [{}, { kind: 'data' }],
  })
}, 240_000)
afterAll(async () => {
  await harness?.stop()
  await points?.points.close()
})

function ask(path: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers)
  headers.set('Cookie', `sid=${member.secret}; ${antiForgery.cookie}=${member.token}`)
  headers.set('Origin', ORIGIN)
  headers.set('Sec-Fetch-Site', 'same-origin')
  return built.app.request(`${ORIGIN}${path}`, { ...init, headers })
}

const post = (path: string, type: string | undefined, body: BodyInit) =>
  ask(path, { method: 'POST', body, ...(type && { headers: { 'Content-Type': type } }) })

/** The addresses of all routes of the built portal that have such a part. */
function addressesWith(part: 'action' | 'loader'): string[] {
  const { routes } = built.build
  const pathTo = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    if (route === undefined) return ''
    const parent = pathTo(route.parentId)
    return route.path ? `${parent}/${route.path}` : parent
  }
  const found = Object.values(routes).flatMap((route) =>
    route && part in route.module && route.module[part] !== undefined ? [pathTo(route.id)] : [],
  )
  const [lineId = ''] = member.lineIds
  return found.map((path) => path.replace(':lineId', lineId)).filter((path) => !/[*:]/.test(path))
}

const takesForms = () => [...addressesWith('action'), '/auth/logout']

/**
 * Of each page, operation or field one of the values in turn, so that each is met somewhere; all of them in
 * `npm run test:long`.
 */
function interleave<Case>(cases: readonly Case[][]): Case[] {
  const isWhole = process.env['TEST_LONG'] !== undefined
  return cases.flatMap((own, index) => own.filter((_, n) => isWhole || n === index % own.length))
}

async function offences<Case>(
  cases: Iterable<readonly [name: string, asked: Case]>,
  isWrong: (asked: Case) => Promise<string | number | undefined>,
): Promise<string[]> {
  const found: string[] = []
  for (const [name, asked] of cases) {
    const wrong = await isWrong(asked)
    if (wrong !== undefined) found.push(`${name}: ${wrong}`)
  }
  return found
}

const isFailure = async (answering: Promise<Response> | Response) => {
  const { status } = await answering
  return status >= 500 ? status : undefined
}

const broken = 'multipart/form-data; boundary=x'
const unreadable: [string, string | undefined, BodyInit, 400 | 415][] = [
  ['JSON', 'application/json', '{"a":1}', 415],
  ['text', 'text/plain', 'a=1', 415],
  ['nothing said of what it is', undefined, new Uint8Array([1, 2, 3]), 415],
  ['a type that is none', 'form', 'a=1', 415],
  ['multipart without a boundary', 'multipart/form-data', 'a=1', 400],
  ['multipart that is none', broken, 'a=1', 400],
  ['multipart cut off', broken, '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1', 400],
  ['an empty multipart', broken, '', 400],
]
const sentences = { 400: errors.FORM_UNREADABLE.message, 415: errors.FORM_TYPE_UNKNOWN.message }

describe('読み取れないフォームは、どの画面でも 400 か 415 と日本語の文で断る', () => {
  test('マイページの手続きはすべて歩く', () => {
    expect(takesForms().length).toBeGreaterThanOrEqual(18)
    expect(takesForms()).toContain('/mypage/data/charge.html')
  })

  test.each(unreadable)('%s', async (_, type, body, status) => {
    const paths = takesForms().flatMap((path) => [path, `${path}.data`])
    const wrong = await offences(
      paths.map((path) => [path, path] as const),
      async (path) => {
        const answer = await post(path, type, body)
        const text = await answer.text()
        if (answer.status === status && text.includes(sentences[status])) return undefined
        return `${answer.status} ${text.slice(0, 80)}`
      },
    )
    expect(wrong).toEqual([])
  })
})

const cursor = (text: string) => Buffer.from(text).toString('base64url')

const texts = { NUL: 'a\0b', 'a foreign address': '//evil.example/' }
const dates = {
  'year 0000': '0000-01-01',
  'year 9999': '9999-12-31',
  'an instant of 9999': '9999-12-31T23:59:59+09:00',
  'year 275760': '+275760-09-13',
}
const months = {
  'month 0000-01': '0000-01',
  'month 9999-12': '9999-12',
  'month 275760-09': '275760-09',
}
const cursors = {
  'a cursor of no dates': cursor('["9999-99-99","a"]'),
  'a cursor with NUL': cursor('["a\\u0000",1]'),
  'a cursor of numbers': cursor('[1e300,-1e300]'),
  'a cursor of year 275760': cursor('["+275760-09-13T00:00:00Z","a"]'),
  'a cursor of year 9999': cursor('["9999-12-31T23:59:59Z","a"]'),
  'a cursor of year 0000': cursor('["0000-01-01T00:00:00Z","a"]'),
  'a cursor of year 0000 alone': cursor('["0000-01-01T00:00:00Z"]'),
  'a cursor with a NUL behind its date': cursor('["2026-11-20T00:00:00Z","a\\u0000"]'),
  'a cursor of a large position': cursor('["2026-11-20T00:00:00Z",1,9007199254740991]'),
  'a cursor of an order of year 0000': cursor('0000-01-01T00:00:00Z|a'),
  'a cursor of an order with NUL': cursor('2026-11-20T00:00:00Z|a\0'),
}
const oddities = {
  '5,000 characters': 'a'.repeat(5000),
  'a number beyond all': '1e400',
  JSON: '{"__proto__":[]}',
}
const hostile = { ...texts, ...dates, ...months, ...oddities, ...cursors }

/** What addresses of the pages are read for. */
const readNames =
  'month from to line lineId cursor step no draft packId back bucket done identity only paper reason scope topup token what ask stop undo note unread return_url gb q page'.split(
    ' ',
  )

type Form = { action: string; fields: [string, string][] }

/** The forms of a page, as they are first shown; every choice of theirs is one more form. */
async function formsOf(path: string): Promise<Form[]> {
  const elements = elementsOf(await (await ask(path)).text())
  const forms = elements.filter(
    (one) => one.tagName === 'form' && attribute(one, 'method') === 'post',
  )
  return forms.flatMap((form) => {
    const action = new URL(attribute(form, 'action') ?? path, `${ORIGIN}${path}`)
    return [{ action: action.pathname + action.search, fields: fieldsIn(form) }]
  })
}

function fieldsIn(form: Element): [string, string][] {
  return descendants(form).flatMap((field): [string, string][] => {
    const name = attribute(field, 'name')
    return name === undefined ? [] : [[name, attribute(field, 'value') ?? '']]
  })
}

let reading: Promise<Form[]> | undefined
/** Of each page that has some: the forms, by where they lead. The pages are drawn once. */
const allForms = () => (reading ??= readForms())

async function readForms(): Promise<Form[]> {
  const forms: Form[] = []
  for (const path of takesForms()) if (path !== '/auth/logout') forms.push(...(await formsOf(path)))
  return forms
}

const isFailedForm = ({ action, body }: { action: string; body: BodyInit }) =>
  isFailure(ask(action, { method: 'POST', body }))

describe('おかしな値を送っても、500 にならない', () => {
  test('どの画面のどの項目でも', async () => {
    const forms = new Map<string, { name: string; action: string; fields: [string, string][] }>()
    for (const { action, fields } of await allForms()) {
      const does = new URLSearchParams(fields).get('intent') ?? ''
      for (const [name] of fields)
        if (name !== antiForgery.field)
          forms.set(`${action} ${does} ${name}`, { name, action, fields })
    }
    const all = [...forms].map(([key, { name, action, fields }]) =>
      Object.entries({ ...texts, ...dates, ...oddities }).map(([what, value]) => {
        const body = new URLSearchParams(fields)
        body.set(name, value)
        return [`${key} ${what}`, { action, body }] as const
      }),
    )
    expect(all.flat().length).toBeGreaterThan(300)
    expect(await offences(interleave(all), isFailedForm)).toEqual([])
  }, 240_000)

  test('どの項目がファイルで届いても', async () => {
    const cases = (await allForms()).map(({ action, fields }) => {
      const body = new FormData()
      for (const [name, value] of fields)
        body.append(name, name === antiForgery.field ? value : new Blob(['x']))
      return [action, { action, body }] as const
    })
    expect(await offences(cases, isFailedForm)).toEqual([])
  })

  test('どの画面・ファイルの、住所（URL）のどの問い合わせでも', async () => {
    const [lineId = ''] = member.lineIds
    const whole = { view: 'records', line: lineId, from: '2026-11-01', to: '2026-11-20' }
    const queries: [string, object][] = [
      ...Object.entries(months).map(([what, month]): [string, object] => [what, { month }]),
      ...Object.entries(dates).map(([what, day]): [string, object] => [
        what,
        { from: day, to: day },
      ]),
      ['to year 9999', { to: '9999-12-31' }],
      ['a cursor of year 0000', { cursor: cursors['a cursor of year 0000'] }],
      ...Object.entries({ ...texts, ...oddities }).map(([what, value]): [string, object] => [
        what,
        Object.fromEntries(readNames.map((name) => [name, value])),
      ]),
    ]
    const pages = [...addressesWith('loader'), '/auth/login', '/auth/callback']
    const cases = pages.map((path) =>
      queries.map(([what, query]): [string, string] => [
        `${path} ${what}`,
        `${path}?${new URLSearchParams({ ...whole, ...query })}`,
      ]),
    )
    expect(await offences(interleave(cases), (address) => isFailure(ask(address)))).toEqual([])
  }, 240_000)

  test('住所（URL）の途中でも', async () => {
    const paths = Object.values(hostile).flatMap((value) =>
      [
        '/mypage/line/X.html',
        '/mypage/document/X.pdf',
        '/calendar/X.ics',
        '/calendar/order/X.ics',
        '/identity/start/X',
        '/identity/return/X',
        '/portout/return/X',
        '/X',
      ].map((path): [string, string] => [path, path.replace('X', encodeURIComponent(value))]),
    )
    expect(await offences(paths, (path) => isFailure(ask(path)))).toEqual([])
  })
})

const named = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

describe('会員API', () => {
  test('どの問い合わせのどの値でも、500 にならない', async () => {
    const [lineId = ''] = member.lineIds
    const endpoints: Endpoint[] = Object.values(api)
    const cases = endpoints.flatMap((endpoint) =>
      named(endpoint.query).flatMap((name) => {
        const asked = Object.entries(name === 'cursor' ? cursors : hostile).map(
          ([what, value]): [string, () => Promise<Response>] => {
            const query = new URLSearchParams({ lineId, from: '2026-11-01', to: '2026-11-20' })
            query.set(name, value)
            return [
              `${endpoint.method} ${endpoint.path} ${name} ${what}`,
              async () => member.request(`${endpoint.path}?${query}`, { method: endpoint.method }),
            ]
          },
        )
        // A cursor is asked for all there is: each list reads its own.
        return name === 'cursor' ? asked.map((one) => [one]) : [asked]
      }),
    )
    expect(await offences(interleave(cases), (send) => isFailure(send()))).toEqual([])
  }, 240_000)

  test('どの本文のどの値でも、500 にならない', async () => {
    const [lineId = ''] = member.lineIds
    const values = {
      ...hostile,
      'no text': 7,
      nothing: null,
      'a list': [[]],
      'a far number': 1e300,
    }
    const endpoints: Endpoint[] = Object.values(api)
    const cases = endpoints.flatMap((endpoint) =>
      named(endpoint.body).map((name) =>
        Object.entries(values).map(([what, value]): [string, RequestInit & { path: string }] => [
          `${endpoint.method} ${endpoint.path} ${name} ${what}`,
          {
            path: endpoint.path,
            method: endpoint.method,
            body: JSON.stringify({ lineId, [name]: value }),
          },
        ]),
      ),
    )
    expect(
      await offences(interleave(cases), ({ path, ...init }) =>
        isFailure(member.request(path, init)),
      ),
    ).toEqual([])
  }, 240_000)
})
