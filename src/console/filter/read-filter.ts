import { parseGiven, type FormSchema, type GivenAnswers } from '#protocol/form.ts'

/**
 * The filter in an address. What the list does not know any more (a saved view, a link in an old mail) is left out, and
 * the page says so, instead of an error for the whole list.
 */
export function readFilter<Schema extends FormSchema>(
  schema: Schema,
  given: URLSearchParams,
): { readonly query: GivenAnswers<Schema>; readonly leftOut: readonly string[] } {
  const parsed = parseGiven(schema, given)
  const unknown = [...new Set(given.keys())].filter(
    (name) => !(name in schema.shape) && !ofThePage.has(name),
  )
  if ('value' in parsed) return { query: parsed.value, leftOut: unknown }
  const wrong = Object.keys(parsed.fields)
  const rest = new URLSearchParams(given)
  for (const name of wrong) rest.delete(name)
  // Nothing that is still wrong can be left out: the schema takes an empty filter.
  const again = parseGiven(
    schema,
    wrong.some((name) => given.has(name)) ? rest : new URLSearchParams(),
  )
  if ('fields' in again) throw new Error(`a list without a filter is refused: ${wrong.join()}`)
  return { query: again.value, leftOut: [...unknown, ...wrong] }
}

/** Of the page, not of its list. */
const ofThePage = new Set(['open', 'write', 'template', 'done', 'why', 'note', 'press', 'draft'])
