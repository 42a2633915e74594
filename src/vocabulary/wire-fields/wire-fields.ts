import { billingFields } from './billing.ts'
import { dataFields } from './data.ts'
import { lineFields } from './line.ts'
import { procedureFields } from './procedure.ts'

/** Of what a member's own programs are told. */
const webhookFields: Readonly<Record<string, string>> = {
  contractId: '契約の番号。',
  condition: '当たった条件。usedUpは使い切り、remainingBytesは残りの量、usedPercentは使った割合。',
  of: '何の上限か。lineは回線の上限、spendingは料金の上限、chargesは料金のお知らせの額、threeDaysは3日間の低速の通信量。',
  'cap.near.period': 'どの期間の上限か。',
  'cap.reached.period': 'どの期間の上限か。',
  procedure: '手続き。',
  'order.changed.state': '手続きの状態。',
  'line.changed.change':
    '起きたこと。suspendedは停止、resumedは再開、slowedは低速への切り替え、restoredは高速への戻り。',
  outageId: '障害・工事の番号。',
  occasion: '起きたこと。openedは始まり、endedは終わり、cancelledは取り消し。',
  webhookId: 'Webhookの番号。',
}

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
