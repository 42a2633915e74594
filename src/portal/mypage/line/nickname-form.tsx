import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Field } from '#ui/field.tsx'
import type { Line } from '#portal/mypage/shared/wire.ts'
import type { Acted } from './submit.ts'

type NicknameFormProps = {
  readonly line: Line
  readonly acted: Acted | undefined
  readonly keys: FormKeys
}

/** A name of the member's own for the line; what was typed stays where it is refused. */
export function NicknameForm({ line, acted, keys }: NicknameFormProps) {
  const refused = acted?.act === 'nickname' ? acted.refused : undefined
  const error = refused?.fields?.['nickname']?.[0]
  return (
    <KeyedForm
      keys={keys}
      of="nickname"
      values={{ intent: 'nickname' }}
      className="form"
      key={line.nickname}
    >
      <Field
        name="nickname"
        label="この回線の名前"
        hint="20文字まで。家族の名前や使いみちなど。空にすると電話番号で表示します。"
        defaultValue={refused === undefined ? line.nickname : (acted?.typed ?? '')}
        autoComplete="off"
        error={error}
      />
      <SubmitRow>名前を保存する</SubmitRow>
    </KeyedForm>
  )
}
