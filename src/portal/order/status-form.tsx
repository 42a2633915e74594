import { Form } from '#portal/fields/form.tsx'
import { fieldsIn } from '#portal/fields/fields-in.ts'
import { Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import type { ErrorCode } from '#protocol/errors.ts'
import { antiForgery } from '#protocol/conventions.ts'
import { Field } from '#ui/field.tsx'
import type { Refusal } from '#vocabulary/refusal.ts'

type StatusFormProps = {
  readonly lead: string
  readonly notFound: string
  /** What the number is called, and begins with: `AP`. */
  readonly numberLabel: string
  readonly family: keyof typeof unknown
  /** Whose birthday it is. */
  readonly birthLabel: string
  readonly xsrfToken: string
  readonly typed: Readonly<Record<string, string>>
  readonly refused: Refusal<ErrorCode> | undefined
}

/** Said of a number and a birthday that belong to nothing; any other refusal has nothing to do with them. */
const unknown = { AP: 'APPLICATION_UNKNOWN', SC: 'SUCCESSION_UNKNOWN' } as const

/** Asks for the state of what was sent, by receipt number and birthday, without a login. */
export function StatusForm(props: StatusFormProps) {
  const { lead, notFound, numberLabel, family, birthLabel, xsrfToken, typed, refused } = props
  const errors = errorsOf(refused)
  const of = fieldsIn(typed, errors)
  return (
    <>
      <p className="apply__lead">{lead}</p>
      <Stopped
        refused={refused}
        title={refused?.code === unknown[family] ? notFound : '確認できませんでした'}
      />
      <Form method="post" className="form">
        <Hidden values={{ [antiForgery.field]: xsrfToken }} />
        <Field
          {...of('orderNo')}
          label={numberLabel}
          required
          hint={`「${family}-」で始まる番号です。ハイフンはなくても構いません。`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Field
          {...of('birth')}
          label={birthLabel}
          required
          hint="例：1990年4月1日なら 19900401"
          inputMode="numeric"
          autoComplete="bday"
        />
        <Submit kind="primary">状況を確認する</Submit>
      </Form>
    </>
  )
}
