import { z } from 'zod'
import { hide } from '#domain/console/masks.ts'
import { markOf } from '#protocol/personal.ts'

type Schema = z.core.$ZodType

/**
 * Hides the personal fields of a result by the marks of its schema (`personal`): the last thing that happens to what
 * leaves for the staff's console. What is not marked goes as it is; tests/console-fields.test.ts lists every such text.
 * @param value a result that the schema has parsed
 */
export function maskResult(schema: Schema, value: unknown): unknown {
  if (value === undefined || value === null) return value
  const mark = markOf(schema)
  if (mark !== undefined && mark !== 'revealed' && mark !== 'written')
    return typeof value === 'string' ? hide(mark, value) : value
  const inner = innerOf(schema, value)
  if (inner !== undefined) return maskResult(inner, value)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => maskResult(schema.element, item))
  return typeof value === 'object' ? maskObject(schema, value) : value
}

function maskObject(schema: Schema, value: object): unknown {
  if (schema instanceof z.ZodRecord)
    return mapEntries(value, (_, part) => maskResult(schema.valueType, part))
  if (!(schema instanceof z.ZodObject))
    throw new Error('cannot tell what is personal in this schema')
  const shape: Readonly<Record<string, Schema | undefined>> = schema.shape
  return mapEntries(value, (name, part) => {
    const field = shape[name]
    return field === undefined ? part : maskResult(field, part)
  })
}

/** What a schema is around another, or which of several a value is of. */
function innerOf(schema: Schema, value: unknown): Schema | undefined {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return schema.unwrap()
  if (schema instanceof z.ZodPipe) return schema.out
  if (schema instanceof z.ZodUnion)
    return schema.options.find((option) => z.safeParse(option, value).success)
  return undefined
}

const mapEntries = (value: object, map: (name: string, part: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([name, part]) => [name, map(name, part)]))
