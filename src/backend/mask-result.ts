import { z } from 'zod'
import { hide } from '#domain/console/masks.ts'
import { markOf, type PersonalMark } from '#protocol/personal.ts'

type Schema = z.core.$ZodType

/**
 * Hides the personal fields of a result by the marks of its schema (`personal`): the last thing that happens to what
 * leaves for the staff's console. What is not marked goes as it is; tests/console-fields.test.ts lists every such text.
 * @param value a result that the schema has parsed
 */
export const maskResult = (schema: Schema, value: unknown): unknown =>
  mapPersonal(schema, value, (mark, text) =>
    mark === 'revealed' || mark === 'written' ? text : hide(mark, text),
  )

type ChangeText = (mark: PersonalMark, text: string) => string

/** The result with each text of a personal field changed. */
export function mapPersonal(schema: Schema, value: unknown, change: ChangeText): unknown {
  if (value === undefined || value === null) return value
  const mark = markOf(schema)
  if (mark !== undefined && typeof value === 'string') return change(mark, value)
  const inner = innerOf(schema, value)
  if (inner !== undefined) return mapPersonal(inner, value, change)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => mapPersonal(schema.element, item, change))
  return typeof value === 'object' ? mapObject(schema, value, change) : value
}

function mapObject(schema: Schema, value: object, change: ChangeText): unknown {
  if (schema instanceof z.ZodRecord)
    return mapEntries(value, (_, part) => mapPersonal(schema.valueType, part, change))
  if (!(schema instanceof z.ZodObject))
    throw new Error('cannot tell what is personal in this schema')
  const shape: Readonly<Record<string, Schema | undefined>> = schema.shape
  return mapEntries(value, (name, part) => {
    const field = shape[name]
    return field === undefined ? part : mapPersonal(field, part, change)
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
