import { optionsOf } from '#vocabulary/state-words.ts'
import { AddressFields } from '#portal/fields/address-fields.tsx'
import { NameFields } from '#portal/fields/name-fields.tsx'
import { errorsOf } from '#portal/mypage/flow/stopped.tsx'
import { Field } from '#ui/field.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { genderLabels, genders } from '#vocabulary/application.ts'
import { profileFieldLabels } from '#vocabulary/profile.ts'
import type { Stayed } from './stayed.ts'
import type { FieldOf } from './frame.tsx'

/** In the order of the form. */
export const holderLabels = {
  lastName: profileFieldLabels.lastName,
  firstName: profileFieldLabels.firstName,
  lastNameKana: profileFieldLabels.lastNameKana,
  firstNameKana: profileFieldLabels.firstNameKana,
  birth: '生年月日',
  gender: '性別',
  zipCode: profileFieldLabels.zipCode,
  region: profileFieldLabels.region,
  locality: profileFieldLabels.locality,
  street: profileFieldLabels.street,
  phone: profileFieldLabels.phone,
}

type HolderFieldsProps = {
  readonly of: FieldOf
  readonly stayed: Stayed | undefined
  /** Who is old enough for it. */
  readonly ageHint: string
}

/** Who is to hold a contract: name, birthday, gender, address and number. */
export function HolderFields({ of, stayed, ageHint }: HolderFieldsProps) {
  const values = Object.fromEntries(
    Object.keys(holderLabels).map((name) => [name, of(name).defaultValue]),
  )
  const before = stayed?.typed ?? {}
  return (
    <>
      <div className="apply-pairs">
        <NameFields of={of} />
      </div>
      <Field
        {...of('birth')}
        label="生年月日"
        required
        hint={`例：1990年4月1日なら 19900401。${ageHint}`}
        inputMode="numeric"
        autoComplete="bday"
      />
      <div className="apply-row">
        <RadioCards
          {...of('gender')}
          label="性別"
          required
          options={optionsOf(genderLabels, genders)}
        />
      </div>
      <AddressFields
        values={{ ...before, ...values }}
        errors={errorsOf(stayed?.refused)}
        towns={stayed?.towns}
      />
      <Field
        {...of('phone')}
        label="連絡先の電話番号"
        required
        hint="いまつながる番号。ハイフンがあっても、全角でも構いません。"
        type="tel"
        autoComplete="tel"
      />
    </>
  )
}
