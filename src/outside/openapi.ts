import { z } from 'zod'
import type { OutsideAnswer, OutsideOperation, OutsideSystem } from './operation.ts'
import { failure } from './words.ts'

const SECRET = 'secret'
const SIGNATURE = 'X-Signature'

/** OpenAPI 3.1 of one outside system: requests are closed (the portal sends nothing else), answers are open. */
export function createOutsideDocument(system: OutsideSystem) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, operation] of Object.entries(system.operations))
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = operationOf(name, operation)
  const webhooks = Object.entries(system.reports ?? {}).map(([name, report]) => [
    name,
    { post: reportOf(name, report) },
  ])
  return {
    openapi: '3.1.1',
    info: { title: system.title, version: '1.0.0', description: system.description },
    servers: [{ url: 'https://{system}', variables: { system: { default: 'localhost' } } }],
    paths,
    ...(webhooks.length > 0 && { webhooks: Object.fromEntries(webhooks) }),
    components: {
      schemas: { Failure: open(schemaOf(failure)) },
      securitySchemes: { [SECRET]: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operationOf(name: string, operation: OutsideOperation) {
  const answers = Object.entries(operation.answers).map(([status, answer]) => [
    status,
    answerOf(answer, Number(status) < 400 ? 'Done' : 'Refused'),
  ])
  const refusals = Object.entries({
    ...(operation.isSecret && { 401: ['UNAUTHORIZED'] }),
    ...operation.refusals,
  }).map(([status, codes]) => [status, refusalOf(codes)])
  return {
    operationId: name,
    summary: operation.summary,
    security: operation.isSecret ? [{ [SECRET]: [] }] : [],
    ...(operation.parameters && { parameters: parametersOf(operation) }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(operation.body) } },
      },
    }),
    responses: Object.fromEntries([...answers, ...refusals]),
  }
}

function parametersOf({ path, parameters }: OutsideOperation) {
  return Object.entries(parameters?.shape ?? {}).map(([name, schema]) => {
    const isInPath = path.includes(`{${name}}`)
    const isRequired = isInPath || !z.safeParse(schema, undefined).success
    return {
      name,
      in: isInPath ? 'path' : 'query',
      required: isRequired,
      schema: schemaOf(schema),
    }
  })
}

function answerOf(
  { schema, media = 'application/json', headers }: OutsideAnswer,
  description: string,
) {
  const fields = Object.entries(headers ?? {}).map(([name, meaning]) => [
    name,
    { description: meaning, required: true, schema: { type: 'string' } },
  ])
  return {
    description,
    ...(fields.length > 0 && { headers: Object.fromEntries(fields) }),
    content: { [media]: { schema: open(schemaOf(schema)) } },
  }
}

const refusalOf = (codes: readonly string[]) => ({
  description: codes.join(', '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

function reportOf(name: string, { summary, body }: { summary: string; body: z.ZodType }) {
  return {
    operationId: name,
    summary,
    parameters: [
      {
        name: SIGNATURE,
        in: 'header',
        required: true,
        description: 'sha256=<hex HMAC-SHA256 of the raw body with the secret of the reports>',
        schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: open(schemaOf(body)) } },
    },
    responses: {
      204: { description: 'Taken' },
      400: refusalOf(['MALFORMED']),
      401: refusalOf(['SIGNATURE_WRONG']),
    },
  }
}

type Json = { [key: string]: unknown }

/** The JSON Schema of what is on the wire, before anything is made of it. */
function schemaOf(schema: z.core.$ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' })
  return json
}

/** What others say may have more fields than are read: an adapter outlives a new one. */
function open(value: Json): Json {
  const { additionalProperties, ...rest } = value
  const isClosed = additionalProperties === false
  return mapValues(isClosed ? rest : value, (inner) => opened(inner))
}

function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened)
  return isJson(value) ? open(value) : value
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

const mapValues = (value: Json, change: (inner: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]))
