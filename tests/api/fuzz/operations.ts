import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { z } from 'zod'
import { valuesOf, type KnownTexts, type Schema } from './values.ts'

export type Operation = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly request: (known: KnownTexts) => fc.Arbitrary<{ query: unknown; body: unknown }>
  /** What is wrong with an answer, by the document alone. */
  readonly faultOf: (status: number, answer: unknown) => string | undefined
}

const anySchema = z.custom<Schema>((value) => typeof value === 'object' && value !== null)
const content = z.object({ 'application/json': z.object({ schema: anySchema }) })
const response = z.object({
  description: z.string(),
  content: content.optional(),
  $ref: z.string().optional(),
})
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  schema: anySchema,
})
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.union([parameter, z.object({ $ref: z.string() })])),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), response),
})
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), anySchema),
    responses: z.object({ Failure: z.object({ content }) }),
  }),
})

const failed = z.object({ error: z.object({ code: z.string() }) })

/** Every operation of the document that we hand out, with what it says of requests and answers. */
export function readOperations(): Operation[] {
  const file = new URL('../../../docs/openapi.json', import.meta.url)
  const { paths, components } = document.parse(JSON.parse(readFileSync(file, 'utf8')))
  const resolve = (ref: string) => components.schemas[ref.split('/').at(-1) ?? ''] ?? {}
  const checkerOf = checkers(components.schemas)
  const failure = checkerOf(components.responses.Failure.content['application/json'].schema)

  function operationOf(
    path: string,
    method: string,
    declared: z.infer<typeof operation>,
  ): Operation {
    const query = declared.parameters.flatMap((one) =>
      'name' in one && one.in === 'query' ? [one] : [],
    )
    const querySchema: Schema = {
      type: 'object',
      properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
      required: query.filter(({ required }) => required).map(({ name }) => name),
    }
    const bodySchema = declared.requestBody?.content['application/json'].schema
    const success = declared.responses['200']?.content?.['application/json'].schema
    const isResult = success && checkerOf(success)
    const codes = Object.values(declared.responses).flatMap(({ description }) =>
      description.split(', '),
    )
    return {
      name: declared.operationId,
      method: method.toUpperCase(),
      path,
      request: (known) =>
        fc.record({
          query: query.length > 0 ? valuesOf(querySchema, known, resolve) : fc.constant(undefined),
          body: bodySchema ? valuesOf(bodySchema, known, resolve) : fc.constant(undefined),
        }),
      faultOf(status, answer) {
        if (status === 200) return isResult?.(answer)
        const fault = failure(answer)
        if (fault !== undefined) return fault
        const { code } = failed.parse(answer).error
        if (!codes.includes(code)) return `the document does not tell of ${code}`
        return status >= 500 && code !== 'OUTSIDE_NO_ANSWER' ? `HTTP ${status}` : undefined
      },
    }
  }

  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declared]) => operationOf(path, method, declared)),
  )
}

/** Makes of a schema of the document a function that says what is wrong with a value. */
function checkers(schemas: Readonly<Record<string, Schema>>) {
  const $defs = readable(schemas)
  return (schema: Schema) => {
    const made = z.fromJSONSchema(jsonSchema.parse({ ...readable(schema), $defs }))
    return (value: unknown) => {
      const read = made.safeParse(value)
      return read.success ? undefined : z.prettifyError(read.error).slice(0, 500)
    }
  }
}

const jsonSchema = z.record(z.string(), z.any())

/** As the reader of schemas wants it; it takes no classes of Unicode in patterns. */
function readable(value: unknown): Record<string, unknown> {
  const text = JSON.stringify(value, (name, part: unknown) =>
    name === 'pattern' && typeof part === 'string' && part.includes('\\p{') ? undefined : part,
  )
  return jsonSchema.parse(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')))
}
