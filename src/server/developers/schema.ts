import { z } from 'zod'
import { createOpenApiDocument } from '#protocol/openapi.ts'
import { operations } from './operations.ts'

/** As much of a JSON Schema as the wire's documents use. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
}

const schema: z.ZodType<Schema> = z.custom<Schema>(
  (value) => typeof value === 'object' && value !== null,
)
const inJson = z.object({ content: z.object({ 'application/json': z.object({ schema }) }) })
const parameter = z.object({ name: z.string(), required: z.boolean(), schema })

const document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        parameters: z.array(z.union([parameter, z.object({ $ref: z.string() })])),
        requestBody: inJson.optional(),
        responses: z.looseObject({ 200: inJson }),
      }),
    ),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
})

/** What is sent and what comes back, of one operation. */
export type Messages = {
  readonly query: readonly z.output<typeof parameter>[]
  readonly body: Schema | undefined
  readonly result: Schema
}

/** The OpenAPI document of what programs may call, taken apart: its named schemas, and the messages by operation. */
export function readDocument() {
  const ofPrograms = Object.fromEntries(operations.map(({ id, endpoint }) => [id, endpoint]))
  const { paths, components } = document.parse(createOpenApiDocument(ofPrograms))
  const messages = new Map<string, Messages>()
  for (const byMethod of Object.values(paths))
    for (const { operationId, parameters, requestBody, responses } of Object.values(byMethod)) {
      const whole = responses[200].content['application/json'].schema
      messages.set(operationId, {
        query: parameters.flatMap((one) => ('name' in one ? [one] : [])),
        body: requestBody?.content['application/json'].schema,
        result: whole.properties?.['result'] ?? {},
      })
    }
  return { schemas: new Map(Object.entries(components.schemas)), messages }
}
