import { wireFieldMeaning } from '#vocabulary/wire-fields/wire-fields.ts'
import type { Schema } from './schema.ts'

/** One field of what is sent or comes back. */
export type Field = {
  /** `buckets[].expiresAt` */
  readonly way: string
  /** 日時, 整数（円） … */
  readonly type: string
  readonly isOptional: boolean
  readonly meaning: string | undefined
  /** The few values it may have. */
  readonly values: readonly string[]
  /** Its form stands on the page of forms that several operations have. */
  readonly form?: string
}

/** Longer lists of values stand on the page of shared forms. */
const MOST_VALUES = 6

/** What the named schemas of single values are called. */
const namedTypes: Readonly<Record<string, string>> = {
  Instant: '日時',
  TokyoDate: '日付',
  TokyoMonth: '年月',
  Yen: '整数・円',
  TenthsYen: '整数・円の10分の1',
  Bytes: '整数・バイト',
  SignedBytes: '整数・バイト',
  OwnPath: '文字・パス',
  WebUrl: '文字・アドレス',
}
const plainTypes: Readonly<Record<string, string>> = {
  string: '文字',
  integer: '整数',
  number: '数',
  boolean: '真偽',
  object: 'まとまり',
  array: '並び',
  null: 'null',
}

export type Forms = {
  readonly schemas: ReadonlyMap<string, Schema>
  /** Names of the schemas with a place on the page of shared forms. */
  readonly shared: ReadonlySet<string>
}

/** The fields of a schema, each below the one it is in; `owner` names whose they are. */
export function fieldsOf(schema: Schema, owner: string, forms: Forms): Field[] {
  return within(schema, { owner, names: [], way: '' }, forms)
}

type Place = {
  readonly owner: string
  readonly names: readonly string[]
  readonly way: string
}

function within(schema: Schema, place: Place, forms: Forms): Field[] {
  const { schema: whole, name } = opened(schema, forms)
  const here = name === undefined ? place : { ...place, owner: name, names: [] }
  const alternatives = alternativesOf(whole).filter(({ properties }) => properties !== undefined)
  if (alternatives.length > 1) return together(alternatives.map((one) => within(one, here, forms)))
  return Object.entries(whole.properties ?? {}).flatMap(([key, value]) => {
    const isOptional = !(whole.required ?? []).includes(key)
    return fieldOf(key, value, isOptional, here, forms)
  })
}

/** Of one of several objects: what is not in all of them is optional, and a field may have the values of each. */
function together(lists: readonly Field[][]): Field[] {
  const byWay = Map.groupBy(lists.flat(), ({ way }) => way)
  return [...byWay.values()].flatMap((same) => {
    const [first] = same
    const isOptional = same.length < lists.length || same.some((one) => one.isOptional)
    const values = [...new Set(same.flatMap((one) => one.values))]
    return first === undefined ? [] : [{ ...first, isOptional, values }]
  })
}

/** A field and, unless its form is shared, what is in it. */
export function fieldOf(
  key: string,
  schema: Schema,
  isOptional: boolean,
  place: Place,
  forms: Forms,
): Field[] {
  const { item, suffix } = itemOf(schema, forms)
  const { name, schema: whole } = opened(item, forms)
  const way = `${place.way}${key}${suffix}`
  const names = [...place.names, key]
  const values = valuesOf(whole)
  const isShared = name !== undefined && forms.shared.has(name)
  const field = {
    way,
    type: suffix === '' ? typeOf(schema, forms) : '並び',
    isOptional,
    meaning: wireFieldMeaning(place.owner, names),
    values: isShared ? [] : values,
    ...(isShared && { form: name }),
  }
  if (isShared) return [field]
  return [field, ...within(item, { owner: place.owner, names, way: `${way}.` }, forms)]
}

/** What a list is a list of; anything else is itself. */
function itemOf(schema: Schema, forms: Forms): { item: Schema; suffix: '' | '[]' } {
  const { schema: whole } = opened(schema, forms)
  return whole.type === 'array' && whole.items
    ? { item: whole.items, suffix: '[]' }
    : { item: schema, suffix: '' }
}

/** Follows a name, and leaves out a null that may stand there instead. */
function opened(schema: Schema, forms: Forms): { schema: Schema; name?: string } {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return { schema: forms.schemas.get(name) ?? {}, name }
  }
  const [only, ...more] = alternativesOf(schema)
  if (only !== undefined && more.length === 0) return opened(only, forms)
  const [part, ...parts] = schema.allOf ?? []
  return part !== undefined && parts.length === 0 ? opened(part, forms) : { schema }
}

const alternativesOf = ({ anyOf, oneOf }: Schema) =>
  (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null')

const isNullable = ({ anyOf, oneOf }: Schema) =>
  (anyOf ?? oneOf ?? []).some(({ type }) => type === 'null')

function typeOf(schema: Schema, forms: Forms): string {
  const { schema: whole, name } = opened(schema, forms)
  const nullable = isNullable(schema) ? '・null' : ''
  const alternatives = alternativesOf(whole)
  if (alternatives.length > 1)
    return `${alternatives.map((one) => typeOf(one, forms)).join('か')}${nullable}`
  const own = name === undefined ? undefined : namedTypes[name]
  if (own !== undefined) return `${own}${nullable}`
  if (valuesOf(whole).length > 0) return `決まった値${nullable}`
  return `${plainTypes[whole.type ?? ''] ?? '値'}${nullable}`
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The values a field is one of. */
export function valuesOf({ enum: listed, const: only, anyOf }: Schema): string[] {
  if (listed !== undefined) return listed.map(written)
  if (only !== undefined) return [written(only)]
  const constants = (anyOf ?? []).flatMap((one) => (one.const === undefined ? [] : [one.const]))
  return constants.length > 0 && constants.length === anyOf?.length ? constants.map(written) : []
}

/** The named schemas that stand on a page of their own: several operations have them, or their values are many. */
export function sharedForms(
  schemas: ReadonlyMap<string, Schema>,
  tops: readonly Schema[],
): ReadonlySet<string> {
  const uses = new Map<string, number>()
  for (const top of [...tops, ...schemas.values()])
    for (const name of new Set(namesIn(top))) uses.set(name, (uses.get(name) ?? 0) + 1)
  return new Set(
    [...schemas]
      .filter(([name, schema]) => {
        if (name === 'ErrorCode' || name === 'Failure') return false
        if (valuesOf(schema).length > MOST_VALUES) return true
        return schema.properties !== undefined && (uses.get(name) ?? 0) > 1
      })
      .map(([name]) => name),
  )
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner.split('/').at(-1) ?? ''] : namesIn(inner),
  )
}
