import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Field } from '#ui/field.tsx'
import { giftCodeDigits } from '#vocabulary/gift.ts'
import type { Gifts } from './start.tsx'

export const takeLabels = { giftCode: 'ギフトのコード' }

/** The code that somebody has passed on. */
export function TakeForm({
  keys,
  take,
  typed = '',
  errors,
}: {
  readonly keys: FormKeys
  readonly take: Gifts['take']
  readonly typed: string | undefined
  readonly errors: Readonly<Record<string, string>>
}) {
  if (!take.why.allowed) return <RefusalNotice title="いまは受け取れません" reason={take.why} />
  return (
    <KeyedForm keys={keys} of="take" values={{ intent: 'take' }} className="contact-form">
      <Field
        name="giftCode"
        label={takeLabels.giftCode}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        hint={`贈った方から伝えられた${giftCodeDigits}桁の数字です。`}
        defaultValue={typed}
        error={errors['giftCode']}
      />
      <SubmitRow kind="primary">受け取る</SubmitRow>
      <p className="small muted">受け取るとすぐに使えます。料金はかかりません。</p>
    </KeyedForm>
  )
}
