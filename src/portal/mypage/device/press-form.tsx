import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'

type PressFormProps = {
  readonly keys: FormKeys
  readonly intent: string
  readonly values: Readonly<Record<string, string>>
  readonly label: string
  /** What it is about, where several buttons have the same words. */
  readonly of?: string
}

/** One button that changes something small. */
export function PressForm({ keys, intent, values, label, of }: PressFormProps) {
  return (
    <KeyedForm
      keys={keys}
      of={[intent, ...Object.values(values)].join('.')}
      values={{ intent, ...values }}
    >
      <Submit kind="plain">
        {label}
        {of === undefined ? null : <span className="visually-hidden">：{of}</span>}
      </Submit>
    </KeyedForm>
  )
}
