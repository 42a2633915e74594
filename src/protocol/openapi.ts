import { z } from 'zod'
import { brand } from '#brand'
import { OPEN_API_PATH } from '#vocabulary/connection.ts'
import {
  antiForgery,
  idempotencyKeyHeader,
  idempotentReplayedHeader,
  traceKeyHeader,
  withTrailingSlash,
} from './conventions.ts'
import { failure } from './envelope.ts'
import type { Access, Api, Endpoint } from './endpoint.ts'
import { type ErrorCode, errors, generalErrorCodes } from './errors.ts'
import { proofCodes } from './proof.ts'
import { api } from './index.ts'

type Json = z.core.JSONSchema.BaseSchema

let written: ReturnType<typeof createOpenApiDocument> | undefined

/** The document of this house, built when it is first asked for as JSON (about 0.2 s). */
export const openApiDocument = { toJSON: () => (written ??= createOpenApiDocument(api)) }

type Wire = { readonly title: string; readonly sessionCookie: string }

const ofMembers: Wire = { title: '会員API', sessionCookie: 'sid' }
/** Of the staff's console, which is a wire of its own; nobody is shown it over HTTP. */
export const ofConsole: Wire = { title: '業務コンソールAPI', sessionCookie: 'staff' }

/** OpenAPI 3.1 of the endpoints. Schemas named by `.meta({ id })` become components. */
export function createOpenApiDocument(endpoints: Api, { title, sessionCookie } = ofMembers) {
  const components: Record<string, unknown> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const operations = (paths[withTrailingSlash(endpoint.path)] ??= {})
    operations[endpoint.method.toLowerCase()] = operationOf(name, endpoint, components)
  }
  const failureSchema = schemaOf(failureEnvelope, components)
  return {
    openapi: '3.1.1',
    info: {
      title: `${brand.service} ${title}`,
      version: '1.0.0',
      description:
        '金額は整数の円、データ量は整数のバイト、日時はRFC 3339（+09:00）です。正式なパスは末尾に / がつき、なくても応答します。',
    },
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
      responses: { Failure: failureResponse(failureSchema) },
      headers: { TraceKey: { description: 'お問い合わせ番号', schema: { type: 'string' } } },
      parameters: {
        AntiForgery: header(antiForgery.header, true, `Cookie ${antiForgery.cookie} の値`),
        IdempotencyKey: header(
          idempotencyKeyHeader,
          false,
          '同じ鍵と内容なら、最初の応答を返します',
        ),
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        ...(sessionCookie === ofMembers.sessionCookie && { bearer }),
      },
    },
  }
}

function operationOf(name: string, endpoint: Endpoint, components: Record<string, unknown>) {
  const success = z.object({ code: z.literal(200), result: endpoint.result })
  const changing = ['AntiForgery', 'IdempotencyKey'].map((key) => ({
    $ref: `#/components/parameters/${key}`,
  }))
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.spec],
    'x-spec': endpoint.spec,
    'x-access': endpoint.access,
    ...(endpoint.act && { 'x-act': endpoint.act }),
    ...(endpoint.way && { 'x-way': endpoint.way }),
    ...(endpoint.part && { 'x-part': endpoint.part }),
    ...(endpoint.scope && { 'x-scope': endpoint.scope }),
    ...(endpoint.deprecated && { deprecated: true, 'x-sunset': endpoint.deprecated.endsOn }),
    security: [
      ...securityOf[endpoint.access],
      ...(endpoint.scope ? [{ bearer: [endpoint.scope] }] : []),
    ],
    parameters: [
      ...(endpoint.query ? queryParameters(endpoint.query, components) : []),
      ...(endpoint.method === 'GET' ? [] : changing),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(endpoint.body, components) } },
      },
    }),
    responses: {
      200: {
        description: '成功',
        headers: {
          [traceKeyHeader]: { $ref: '#/components/headers/TraceKey' },
          ...(endpoint.method !== 'GET' && {
            [idempotentReplayedHeader]: {
              description: '前と同じ鍵のため、保存していた応答',
              schema: { const: 'true' },
            },
          }),
        },
        content: { 'application/json': { schema: schemaOf(success, components) } },
      },
      ...refusalsOf([
        ...(endpoint.errors ?? []),
        ...(endpoint.proof ? [proofCodes[endpoint.proof]] : []),
        ...(endpoint.act ? (['ROLE_MISSING', 'STAFF_DIRECTORY_AWAY'] as const) : []),
        ...(endpoint.knownDevice ? (['NEW_DEVICE_WAIT'] as const) : []),
      ]),
    },
  }
}

/** Of programs that members have let in; they call below `OPEN_API_PATH`. */
const bearer = {
  type: 'http',
  scheme: 'bearer',
  description: `アクセスキー、または連携したアプリのトークン。アドレスの /api を ${OPEN_API_PATH} に読み替えて呼びます`,
}

const securityOf: Record<Access, readonly Record<string, readonly string[]>[]> = {
  visitor: [],
  account: [{ session: [] }],
  member: [{ session: [] }],
  staff: [{ session: [] }],
}

const failureEnvelope = z.object({ code: z.int(), error: failure })

/** One response for each status of an endpoint's own refusals, with the codes behind it. */
function refusalsOf(own: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(own, (code) => errors[code].httpStatus)
  const responses = [...byStatus].map(([status, codes]) => [status, failureOf(codes)])
  return { ...Object.fromEntries(responses), default: failureOf(generalErrorCodes) }
}

const failureOf = (codes: readonly ErrorCode[]) => ({
  $ref: '#/components/responses/Failure',
  description: codes.join(', '),
})

const failureResponse = (schema: unknown) => ({
  description: '失敗。コードと、お客さまへの説明',
  headers: { [traceKeyHeader]: { $ref: '#/components/headers/TraceKey' } },
  content: { 'application/json': { schema } },
})

const header = (name: string, required: boolean, description: string) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', maxLength: 255 },
})

function queryParameters(query: z.ZodObject, components: Record<string, unknown>) {
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !z.safeParse(schema, undefined).success,
    schema: schemaOf(schema, components),
  }))
}

/** The JSON Schema of what comes out of the parser (the canonical form); named parts go to components. */
function schemaOf(schema: z.core.$ZodType, components: Record<string, unknown>): unknown {
  const {
    $defs,
    $schema: _,
    ...root
  } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => open(jsonSchema),
  })
  for (const [id, definition] of Object.entries($defs ?? {})) {
    components[id] = withComponentRefs(definition)
  }
  return withComponentRefs(root)
}

/** Unknown fields are dropped, not refused: an older client outlives a newer server. */
function open(jsonSchema: Json) {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

function withComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentRefs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(key === 'id' && typeof inner === 'string'))
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : withComponentRefs(inner),
      ]),
  )
}
