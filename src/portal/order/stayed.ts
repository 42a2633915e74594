import type { Town } from '#portal/fields/with-town.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import type { Press } from '#protocol/hold.ts'
import type { Refusal } from '#vocabulary/refusal.ts'

/** What a step goes on with that did not lead on: the form as it was typed. */
export type Stayed = {
  readonly typed: Readonly<Record<string, string>>
  /** Of boxes, which have one name. */
  readonly ticked: readonly string[]
  readonly refused?: Refusal<ErrorCode> | undefined
  readonly towns?: readonly Town[] | undefined
}

/** A step's form with these fields, as they were sent. */
export const stayedWith = (fields: Press['fields']): Stayed => ({
  typed: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  ticked: fields.flatMap(({ name, value }) => (name === 'options' ? [value] : [])),
})
