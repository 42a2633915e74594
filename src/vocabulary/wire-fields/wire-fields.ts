import { billingFields } from './billing.ts'
import { dataFields } from './data.ts'
import { lineFields } from './line.ts'
import { procedureFields } from './procedure.ts'
import { webhookFields } from './webhook.ts'

/**
 * What the fields mean that a program reads and sends, by their name; where a name means several things, also by the schema
 * or the operation it is in and the way to it (`Bill.credit.refunds.on`).
 */
const words = new Map(
  Object.entries({
    ...lineFields,
    ...dataFields,
    ...billingFields,
    ...procedureFields,
    ...webhookFields,
  }),
)

/** @param owner The named schema, or the operation, that has the field. @param way Names from there, the field last. */
export function wireFieldMeaning(owner: string, way: readonly string[]): string | undefined {
  return words.get([owner, ...way].join('.')) ?? words.get(way.at(-1) ?? '')
}
