import { useState } from 'react'
import { useFetcher } from 'react-router'
import { withQuery } from '#vocabulary/pages.ts'
import { prefectures } from '#vocabulary/prefecture.ts'
import { townsOfPostcode } from '#vocabulary/site-pages.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Select } from '#ui/select.tsx'
import type { Town } from './towns-of.ts'

type Values = Readonly<Record<string, string>>

type AddressFieldsProps = {
  readonly values: Values
  readonly errors: Values
  /** What the postcode stands for, where it was looked up without script. */
  readonly towns: readonly Town[] | undefined
}

/** An address that its postcode fills: by the button, or with script as soon as seven digits are there. */
export function AddressFields({ values, errors, towns: found }: AddressFieldsProps) {
  const fetcher = useFetcher<{ towns: readonly Town[] | null }>()
  const [filled, setFilled] = useState<Town>()
  const [typed, setTyped] = useState<string>()
  const looked = fetcher.data?.towns ?? undefined
  const towns = typed === undefined ? found : looked
  const only = looked?.length === 1 ? looked[0] : undefined
  const town = filled ?? only
  const shown = { ...values, ...town }

  function look(text: string) {
    setTyped(text)
    setFilled(undefined)
    if (text.normalize('NFKC').replaceAll(/\D/g, '').length === 7)
      void fetcher.load(withQuery(townsOfPostcode, { zipcode: text }))
  }

  return (
    <>
      <Field
        name="zipCode"
        label="郵便番号"
        hint="7桁の数字。ハイフンがあっても、全角でも構いません。"
        required
        inputMode="numeric"
        autoComplete="postal-code"
        defaultValue={values['zipCode']}
        onChange={({ target }) => look(target.value)}
        error={errors['zipCode']}
      />
      <div>
        <Button name="intent" value="lookup" formNoValidate>
          郵便番号から住所を入れる
        </Button>
      </div>
      <div role="status">
        {towns?.length === 0 ? (
          <Notice>
            この郵便番号の住所は見つかりませんでした。番号を確かめるか、住所をそのまま入力してください。会社や役所だけの番号（大口事業所の番号）からは探せません。
          </Notice>
        ) : null}
        {only === undefined ? null : (
          <p className="small">
            郵便番号から住所を入れました。番地から先を続けて入力してください。
          </p>
        )}
      </div>
      {towns === undefined || towns.length < 2 ? null : (
        <>
          <RadioCards
            name="town"
            label={`この郵便番号には${towns.length}の町があります`}
            hint="当てはまる町を選ぶと、下の住所に入ります。"
            options={towns.map(({ region, locality, street }, index) => ({
              value: String(index),
              label: `${region}${locality}${street}`,
            }))}
            onChoose={(index) => setFilled(towns[Number(index)])}
          />
          <noscript>
            <Button name="intent" value="town" formNoValidate>
              選んだ町を住所に入れる
            </Button>
          </noscript>
        </>
      )}
      <div className="form" key={JSON.stringify(town ?? null)}>
        <Select
          name="region"
          label="都道府県"
          required
          autoComplete="address-level1"
          unchosen="選んでください"
          options={prefectures.map((name) => ({ value: name, label: name }))}
          defaultValue={shown['region']}
          error={errors['region']}
        />
        <Field
          name="locality"
          label="市区町村"
          required
          autoComplete="address-level2"
          defaultValue={shown['locality']}
          error={errors['locality']}
        />
        <Field
          name="street"
          label="町名・番地・建物名"
          hint="例：太子堂1-2-3 コーポ桜203。ハイフンの種類や全角・半角は問いません。"
          required
          autoComplete="street-address"
          defaultValue={shown['street']}
          error={errors['street']}
        />
      </div>
    </>
  )
}
