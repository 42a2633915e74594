import { z } from 'zod'

/**
 * What a personal field is: the staff's console hides it on the way out. `revealed` is shown because it was asked for by
 * name and noted; `written` is what people wrote or what was sent to them, in a part that shows it.
 */
export type PersonalMark =
  | 'name'
  | 'kana'
  | 'birth'
  | 'address'
  | 'mail'
  | 'number'
  | 'card'
  | 'key'
  | 'revealed'
  | 'written'

/** Apart from what the OpenAPI document is made of: a mark changes nothing on the wire. */
const marks = z.registry<{ readonly mark: PersonalMark }>()

/** Marks a field as personal; what is made of it (`optional`, `brand`, `refine`) is so too. */
export function personal<Schema extends z.ZodType>(mark: PersonalMark, schema: Schema): Schema {
  marks.add(schema, { mark })
  return schema
}

export const markOf = (schema: z.core.$ZodType): PersonalMark | undefined => marks.get(schema)?.mark
