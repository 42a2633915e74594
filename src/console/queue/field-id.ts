import type { Stayed } from '#portal/mypage/flow/submit.ts'

/** Names that stand in several forms of one item: there the form's own word stands before them. */
const shared: readonly string[] = ['choice', 'reason', 'refusal', 'trackingNo']

/** The id of a field by the form it stands in: the act, or the operation that is proposed. */
export const fieldId = (form: string, name: string): string =>
  shared.includes(name) ? `${form}-${name}` : name

/** The id of a field in the form that was sent. */
export function fieldIdOf(stayed: Stayed | undefined, name: string): string {
  const form = stayed?.typed['operation'] ?? stayed?.typed['intent']
  return form === undefined ? name : fieldId(form, name)
}
