import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Spending } from '#portal/mypage/shared/wire.ts'
import { Field } from '#ui/field.tsx'
import { Section } from '#ui/layout.tsx'

type LimitFormProps = {
  readonly limit: Spending['limit']
  readonly keys: FormKeys
  /** As it was typed, where it was not taken. */
  readonly typed: string | undefined
  readonly error: string | undefined
  readonly back: string | undefined
}

/** The ceiling costs nothing and can be changed back at once: it is saved with one press. */
export function LimitForm({ limit, keys, typed, error, back }: LimitFormProps) {
  return (
    <Section id="limit" title="1か月の料金の上限">
      <p>
        データチャージ・通話・SMSの料金の合計に、上限を決めておけます。上限を超えるデータチャージは購入できなくなります。通話とSMSは止まりませんが、上限の80%と100%になったときにメールでお知らせします。
      </p>
      <KeyedForm keys={keys} of="limit" values={{ intent: 'limit', back }} className="form">
        <Field
          name="limitYen"
          label="上限の金額（円）"
          hint="500円から100,000円まで"
          inputMode="numeric"
          autoComplete="off"
          size={10}
          required
          defaultValue={typed ?? limit?.limitYen}
          error={error}
        />
        <SubmitRow kind="primary">{limit === null ? '上限を決める' : '上限を変える'}</SubmitRow>
      </KeyedForm>
      {limit === null ? null : (
        <KeyedForm keys={keys} of="limitEnd" values={{ intent: 'limitEnd', back }}>
          <SubmitRow kind="plain">上限をなくす</SubmitRow>
        </KeyedForm>
      )}
    </Section>
  )
}
