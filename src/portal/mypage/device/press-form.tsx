import { Hidden, HiddenKeys, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Form } from '#portal/fields/form.tsx'

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
    <Form method="post">
      <HiddenKeys keys={keys} of={[intent, ...Object.values(values)].join('.')} />
      <Hidden values={{ intent, ...values }} />
      <Submit kind="plain">
        {label}
        {of === undefined ? null : <span className="visually-hidden">：{of}</span>}
      </Submit>
    </Form>
  )
}
