import { z } from 'zod'
import type { Endpoint } from '#protocol/endpoint.ts'
import { api } from '#protocol/index.ts'
import { scopeWords, type AccessScope } from '#vocabulary/connection.ts'

/** An operation of the wire, as an agent is offered it. */
export type Tool = {
  readonly name: string
  readonly endpoint: Endpoint & { readonly scope: AccessScope }
}

/**
 * What an agent may be given: whatever a program may read, and the draft of a procedure, which the member confirms in my
 * page. Whoever writes a text that an agent reads could make it press, so nothing else changes anything.
 */
export const tools: readonly Tool[] = Object.entries<Endpoint>(api).flatMap(([name, endpoint]) => {
  const { scope } = endpoint
  if (scope === undefined) return []
  const isOffered = endpoint.method === 'GET' || scope === 'orders:prepare'
  return isOffered ? [{ name, endpoint: { ...endpoint, scope } }] : []
})

/** A tool as the protocol lists it (Model Context Protocol, tools/list). */
export function describe({ name, endpoint }: Tool) {
  const isRead = endpoint.method === 'GET'
  return {
    name,
    title: endpoint.summary,
    description: `${endpoint.summary}。許可された範囲：${scopeWords[endpoint.scope].label}（${endpoint.scope}）`,
    inputSchema: inputOf(endpoint),
    outputSchema: outputOf(endpoint),
    annotations: {
      title: endpoint.summary,
      readOnlyHint: isRead,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }
}

type JsonObject = Readonly<Record<string, unknown>>
type ObjectSchema = {
  type: 'object'
  properties: Record<string, JsonObject>
  required?: string[]
  additionalProperties?: boolean
}

/** Written out whole: a reference to a named schema is more than some agents follow. */
const written = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: z.registry(),
    reused: 'inline',
  })
  return rest
}

function inputOf({ query, body, method }: Endpoint): ObjectSchema {
  const asked = body ?? query
  const input = asked === undefined ? objectOf({}, []) : flat(written(asked, 'input'))
  if (method !== 'GET') input.properties.idempotencyKey = idempotencyKey
  return { ...input, additionalProperties: false }
}

const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: '同じ鍵と内容なら、もう一度呼んでも一度だけ作り、最初の応答を返します。',
}

/** One object of the fields of all its forms: several forms at the top are more than agents take. */
function flat(schema: JsonObject): ObjectSchema {
  const forms = z.array(objectForm).safeParse(schema.oneOf).data ?? [objectForm.parse(schema)]
  const properties: Record<string, JsonObject> = {}
  for (const form of forms)
    for (const [name, field] of Object.entries(form.properties))
      properties[name] = eitherOf(properties[name], field)
  const [first, ...others] = forms.map(({ required }) => required)
  return objectOf(
    properties,
    (first ?? []).filter((name) => others.every((one) => one.includes(name))),
  )
}

const objectForm = z.looseObject({
  properties: z.record(z.string(), z.looseObject({})).default({}),
  required: z.array(z.string()).default([]),
})

/** The field that tells the forms apart is one of its words in each. */
function eitherOf(earlier: JsonObject | undefined, field: JsonObject): JsonObject {
  if (!('const' in field)) return field
  const words = earlier?.enum
  return { type: 'string', enum: [...(Array.isArray(words) ? words : []), field.const] }
}

const objectOf = (properties: Record<string, JsonObject>, required: string[]): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})

const outputOf = ({ result }: Endpoint) => ({
  ...objectOf(
    {
      at: { type: 'string', format: 'date-time', description: 'この内容が正しかった時刻' },
      result: written(result, 'output'),
    },
    ['at', 'result'],
  ),
})
