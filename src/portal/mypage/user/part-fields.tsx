import type { Edited } from './act.ts'
import { AddressFields } from '#portal/fields/address-fields.tsx'
import { NameFields, type FieldOf } from '#portal/fields/name-fields.tsx'
import type { PartName } from './parts.ts'
import { Field } from '#ui/field.tsx'

type Values = Readonly<Record<string, string>>

type PartFieldsProps = {
  readonly part: PartName
  readonly values: Values
  readonly errors: Values
  readonly edited: Edited | undefined
}

export function PartFields({ part, values, errors, edited }: PartFieldsProps) {
  const of: FieldOf = (name) => ({ name, defaultValue: values[name], error: errors[name] })
  switch (part) {
    case 'email':
      return (
        <Field
          {...of('email')}
          label="新しいメールアドレス"
          type="email"
          required
          autoComplete="email"
          spellCheck={false}
        />
      )
    case 'phone':
      return (
        <Field
          {...of('phone')}
          label="新しい電話番号"
          hint="SMSを受け取れる携帯電話の番号。ハイフンがあっても、全角でも構いません。"
          type="tel"
          required
          autoComplete="tel"
        />
      )
    case 'name':
      return <NameFields of={of} />
    case 'address':
      return <AddressFields values={values} errors={errors} towns={edited?.towns} />
  }
}
