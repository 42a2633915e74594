import fc from 'fast-check'

/** As much of JSON Schema as the document of our API uses for what is sent. */
export type Schema = {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly $ref?: string
}

/** Texts by the name of a field that lead further than chance would: ids that exist, ours and another member's. */
export type KnownTexts = Readonly<Record<string, readonly string[]>>

const strangeTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '//evil.example/',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '＜ｓｃｒｉｐｔ＞',
  '٣',
  '2026-02-30',
  '9999-12-31',
  '-1',
  '1e309',
  '髙﨑𠮷👩‍👩‍👧',
  'a'.repeat(9000),
]

const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...strangeTexts),
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e300, Number.MAX_SAFE_INTEGER, [], {}, [[]]),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }),
)

/**
 * Values that a schema allows, some of them turned into what it does not allow.
 * @param resolve what a `$ref` of the document stands for.
 */
export function valuesOf(
  schema: Schema,
  known: KnownTexts,
  resolve: (ref: string) => Schema,
): fc.Arbitrary<unknown> {
  const make = (part: Schema, name: string): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 12, arbitrary: allowed(part, name) }, { weight: 1, arbitrary: strange })

  function allowed(part: Schema, name: string): fc.Arbitrary<unknown> {
    if (part.$ref !== undefined) return allowed(resolve(part.$ref), name)
    if ('const' in part) return fc.constant(part.const)
    if (part.enum) return fc.constantFrom(...part.enum)
    const forms = part.oneOf ?? part.anyOf
    if (forms) return fc.oneof(...forms.map((form) => allowed(form, name)))
    if (part.type === 'object') return objects(part)
    if (part.type === 'array') {
      const items = make(part.items ?? {}, name)
      return fc.array(items, { minLength: part.minItems ?? 0, maxLength: 3 })
    }
    if (part.type === 'boolean') return fc.boolean()
    if (part.type === 'integer' || part.type === 'number')
      return fc.integer({
        min: Math.max(part.minimum ?? -1000, -1e9),
        max: Math.min(part.maximum ?? 100_000, 1e9),
      })
    return texts(part, name)
  }

  function texts(part: Schema, name: string): fc.Arbitrary<unknown> {
    const ours = known[name] ?? []
    const likely = ours.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...ours) }] : []
    const free =
      (part.pattern === undefined
        ? undefined
        : ofPattern.getOrInsertComputed(part.pattern, textsOf)) ??
      ofLength.getOrInsertComputed(Math.min(part.maxLength ?? 30, 60), textsUpTo)
    return fc.oneof(...likely, { weight: 2, arbitrary: free })
  }

  function objects({ properties = {}, required = [] }: Schema) {
    const parts = Object.entries(properties).map(
      ([name, part]) =>
        [
          name,
          required.includes(name)
            ? make(part, name)
            : fc.option(make(part, name), { nil: undefined }),
        ] as const,
    )
    return fc.record(Object.fromEntries(parts))
  }

  return make(schema, '')
}

/** To make a generator of texts takes longer than to draw from it, and only few are asked for. */
const ofPattern = new Map<string, fc.Arbitrary<string> | undefined>()
const ofLength = new Map<number, fc.Arbitrary<string>>()

/** Patterns that the generator cannot follow (look-ahead) are left to chance. */
function textsOf(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    const texts = fc.stringMatching(new RegExp(pattern, 'u'))
    fc.sample(texts, 1)
    return texts
  } catch {
    return undefined
  }
}

const textsUpTo = (maxLength: number) => fc.string({ maxLength, unit: 'grapheme' })
