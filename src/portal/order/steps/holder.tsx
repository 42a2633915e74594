import { brand } from '#brand'
import { AddressFields } from '#portal/fields/address-fields.tsx'
import { NameFields } from '#portal/fields/name-fields.tsx'
import { errorsOf } from '#portal/mypage/flow/stopped.tsx'
import { Field } from '#ui/field.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { genderLabels, genders } from '#vocabulary/application.ts'
import { profileFieldLabels } from '#vocabulary/profile.ts'
import { ApplyFrame, fieldsOf, type StepProps } from '../frame.tsx'

const labels = { ...profileFieldLabels, birth: '生年月日', gender: '性別' }

export function HolderStep({ at, stayed }: StepProps) {
  const { answers, holderKnown, account } = at.application
  const { emailMasked } = account
  const known: Readonly<Record<string, string | undefined>> = answers.holder ?? holderKnown
  const of = fieldsOf(stayed, known)
  const values = Object.fromEntries(
    Object.keys(labels).map((name) => [name, of(name).defaultValue]),
  )
  return (
    <ApplyFrame
      at={at}
      stayed={stayed}
      title="申し込む方のことを教えてください"
      lead="本人確認書類と同じ氏名・住所を入力します。SIMカードも、この住所に届きます。"
      labels={labels}
    >
      <div className="apply-pairs">
        <NameFields of={of} />
      </div>
      <Field
        {...of('birth')}
        label="生年月日"
        required
        hint="例：1990年4月1日なら 19900401。契約できるのは18歳以上の方です。"
        inputMode="numeric"
        autoComplete="bday"
      />
      <div className="apply-row">
        <RadioCards
          {...of('gender')}
          label="性別"
          required
          options={genders.map((gender) => ({ value: gender, label: genderLabels[gender] }))}
        />
      </div>
      <AddressFields values={values} errors={errorsOf(stayed?.refused)} towns={stayed?.towns} />
      <Field
        {...of('phone')}
        label="連絡先の電話番号"
        required
        hint="いまつながる番号。ハイフンがあっても、全角でも構いません。"
        type="tel"
        autoComplete="tel"
      />
      {emailMasked === undefined ? null : (
        <p className="small">
          受付番号と契約書面のお知らせは、{brand.account}のメールアドレス（{emailMasked}
          ）に送ります。
        </p>
      )}
    </ApplyFrame>
  )
}
