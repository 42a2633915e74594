import type { ProofPurpose } from '#vocabulary/console-record.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { cameBack } from '#console/parts/came-back.ts'
import { Press } from '#console/parts/press.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import type { Grant } from './load.ts'

type CodeProps = {
  readonly loaded: { readonly grant: Grant; readonly keys: FormKeys }
  readonly stayed: Stayed | undefined
  readonly purpose: ProofPurpose
}

/** The six figures that the caller reads out: from my page, or from what was sent. */
export function CodeForm({ loaded: { grant, keys }, stayed, purpose }: CodeProps) {
  return (
    <Press
      keys={keys}
      intent="check"
      values={{ grant: grant.grant, purpose }}
      kind="primary"
      fields={
        <Field
          id={`code-${purpose}`}
          {...cameBack(stayed, 'check', 'code')}
          label="6けたの数字"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          size={8}
        />
      }
    >
      照らし合わせる
    </Press>
  )
}

/** To a contact that was registered before; never to one of the last seven days. */
export function SendCode({ loaded: { grant, keys }, stayed, purpose }: CodeProps) {
  const error =
    stayed?.typed['intent'] === 'begin' ? stayed.refused.fields?.['way']?.[0] : undefined
  return (
    <Press
      keys={keys}
      intent="begin"
      values={{ grant: grant.grant, purpose }}
      fields={
        <Select
          id={`way-${purpose}`}
          name="way"
          label="マイページを見られないとき"
          hint="この7日間に変えた連絡先には送れません。"
          options={[
            { value: 'mail', label: '登録のメールアドレス' },
            { value: 'sms', label: '登録の電話番号（SMS）' },
          ]}
          {...(error === undefined ? {} : { error })}
        />
      }
    >
      登録の連絡先へコードを送る
    </Press>
  )
}
