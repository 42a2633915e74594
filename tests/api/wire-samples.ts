import { z } from 'zod'
import type { Endpoint } from '#protocol/endpoint.ts'

/** Values by the name of a field, so that a request made of them is well formed. */
export type Samples = Readonly<Record<string, unknown>>

const plain: Samples = {
  ticketNo: 'T-2K7D-9F',
  kind: 'data',
  birth: '1990-01-01',
  lastNameKana: 'ヤマダ',
  firstNameKana: 'ハナコ',
  orderNo: 'AP-2222-2222-2222',
  from: '2026-11-01',
  to: '2026-11-20',
  month: '2026-11',
  zipcode: '1000001',
  eid: '89049032000000000000000000180001',
  imei: '350000000000006',
  // A device's keys: those of RFC 8291, appendix A.
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  conditions: 'conditions',
  purchasedOn: '2026-11-01',
  happenedOn: '2026-11-19',
  diedOn: '2026-11-01',
  effectiveOn: '2026-12-01',
  email: 'new@example.jp',
  phone: '09000000000',
  zipCode: '1000001',
  back: '/mypage/',
  path: '/order/apply/plan',
  back_path: '/',
  returnUrl: 'https://carrier.example.jp/done',
  token: 'token',
  url: 'https://hooks.example.jp/',
  redirectUri: 'http://127.0.0.1/callback',
  waitHours: 24,
  megabytes: 300,
  giftCode: '12345678',
  // Of a move to another phone: the way that no proof is asked for.
  proof: 'wait',
  letterCode: '12345678',
}

/** `properties` and the like, as far as requests use them. */
type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minimum?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
}

/** Makes a request of an endpoint out of its own schema; a field named in `given` is always filled. */
export function sampleRequest(endpoint: Endpoint, own: Samples = {}) {
  const isSuccession = endpoint.path.startsWith('/api/order/succession')
  const given = isSuccession ? { orderNo: 'SC-2222-2222-2222', ...own } : own
  const query = endpoint.query ? sampleOf(endpoint.query, given) : {}
  const body = endpoint.body ? sampleOf(endpoint.body, given) : undefined
  const search = new URLSearchParams(
    Object.entries(record(query)).map(([name, value]) => [name, String(value)]),
  )
  const path = search.size > 0 ? `${endpoint.path}/?${search}` : `${endpoint.path}/`
  const json = { 'Content-Type': 'application/json' }
  const init: RequestInit = { method: endpoint.method, headers: json }
  return { path, init: body === undefined ? init : { ...init, body: JSON.stringify(body) } }
}

/** The names of all fields a request may carry, in its query and in any form of its body. */
export function fieldNames(endpoint: Endpoint): ReadonlySet<string> {
  const names = new Set<string>()
  for (const part of [endpoint.query, endpoint.body])
    if (part)
      for (const form of formsOf(schemaOf(part))) for (const name of keys(form)) names.add(name)
  return names
}

function formsOf(schema: Schema): Schema[] {
  return schema.oneOf ?? schema.anyOf ?? [schema]
}

function keys({ properties }: Schema) {
  return Object.keys(properties ?? {})
}

type Root = Schema & { $defs?: Record<string, Schema> }

const anySchema = z.custom<Root>((value) => typeof value === 'object' && value !== null)

function schemaOf(schema: z.ZodType): Root {
  return anySchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
}

function sampleOf(schema: z.ZodType, given: Samples): unknown {
  const root = schemaOf(schema)
  const samples = { ...plain, ...given }

  function make(part: Schema, name = ''): unknown {
    if (part.$ref !== undefined)
      return make(root.$defs?.[part.$ref.replace('#/$defs/', '')] ?? {}, name)
    if (Object.hasOwn(samples, name)) return samples[name]
    if ('const' in part) return part.const
    if (part.enum) return part.enum[0]
    const [first] = part.oneOf ?? part.anyOf ?? part.allOf ?? []
    if (first) return make(first, name)
    if (part.type === 'object') return makeObject(part)
    if (part.type === 'array')
      return part.minItems === undefined ? [] : [make(part.items ?? {}, name)]
    if (part.type === 'boolean') return true
    if (part.type === 'integer' || part.type === 'number') return Math.max(1, part.minimum ?? 1)
    return 'x'
  }

  function makeObject({ properties = {}, required = [] }: Schema) {
    const wanted = Object.entries(properties).filter(
      ([name]) => required.includes(name) || Object.hasOwn(given, name),
    )
    return Object.fromEntries(wanted.map(([name, part]) => [name, make(part, name)]))
  }

  return make(root)
}

function record(value: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(value)
}
