import { useEffect, useEffectEvent, useState } from 'react'
import { prefectures } from '#vocabulary/prefecture.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Select } from '#ui/select.tsx'
import { fieldsIn } from './fields-in.ts'
import { type Filled, type Town, addressIn, asBefore, beforeIn, withTown } from './with-town.ts'
import { Notice } from '#ui/notice.tsx'
import { useFetcher } from 'react-router'
import { withQuery } from '#vocabulary/pages.ts'
import { townsOfPostcode } from '#vocabulary/site-pages.ts'

type Answer = { readonly towns: readonly Town[] | null }

/** What a postcode stands for, asked as soon as its seven digits are typed; tells of the only town there is, once. */
function usePostcode(onFound: (only: Town | undefined) => void) {
  const fetcher = useFetcher<Answer>()
  const [isAsked, setIsAsked] = useState(false)
  const answer = fetcher.data
  const report = useEffectEvent(onFound)

  useEffect(() => {
    if (answer !== undefined) report(answer.towns?.length === 1 ? answer.towns[0] : undefined)
  }, [answer])

  function look(text: string) {
    if (text.normalize('NFKC').replaceAll(/\D/g, '').length !== 7) return
    setIsAsked(true)
    void fetcher.load(withQuery(townsOfPostcode, { zipcode: text }))
  }

  return { look, towns: isAsked ? (answer?.towns ?? undefined) : ('not yet' as const) }
}

type PostcodeFoundProps = {
  readonly towns: readonly Town[] | undefined
  readonly done: Filled | undefined
}

/** What came of a look-up: not found, put in, or left because something else was typed there. */
function PostcodeFound({ towns, done }: PostcodeFoundProps) {
  // Without script the only town comes back where it was not put in.
  const left = done === undefined ? only(towns) : done.isRetained ? done.town : undefined
  return (
    <div role="status">
      {towns?.length === 0 ? (
        <Notice>
          この郵便番号の住所は見つかりませんでした。番号を確かめるか、住所をそのまま入力してください。会社や役所だけの番号（大口事業所の番号）からは探せません。
        </Notice>
      ) : left !== undefined ? (
        <Notice>
          この郵便番号の住所は「{left.region}
          {left.locality}
          {left.street}」です。入力済みの欄は変えていません。違うときは直してください。
        </Notice>
      ) : done !== undefined ? (
        <p className="small">郵便番号から住所を入れました。番地から先を続けて入力してください。</p>
      ) : null}
    </div>
  )
}

const only = (towns: readonly Town[] | undefined) => (towns?.length === 1 ? towns[0] : undefined)

type Values = Readonly<Record<string, string>>

type AddressFieldsProps = {
  readonly values: Values
  readonly errors: Values
  /** What the postcode stands for, where it was looked up without script. */
  readonly towns: readonly Town[] | undefined
}

/** An address that its postcode fills: by the button, or with script as soon as seven digits are there. */
export function AddressFields({ values, errors, towns: found }: AddressFieldsProps) {
  const fields = useAddress()
  const of = fieldsIn(values, errors)
  const { look, towns: looked } = usePostcode(fields.fill)
  const towns = looked === 'not yet' ? found : looked
  return (
    <>
      <Field
        {...of('zipCode')}
        label="郵便番号"
        hint="7桁の数字。ハイフンがあっても、全角でも構いません。"
        required
        inputMode="numeric"
        autoComplete="postal-code"
        onChange={({ target }) => look(target.value)}
      />
      <div>
        <Button name="intent" value="lookup" formNoValidate>
          郵便番号から住所を入れる
        </Button>
      </div>
      <PostcodeFound towns={towns} done={fields.done} />
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
            onChoose={(index) => fields.fill(towns[Number(index)])}
          />
          <noscript>
            <Button name="intent" value="town" formNoValidate>
              選んだ町を住所に入れる
            </Button>
          </noscript>
        </>
      )}
      <div className="form" id={GROUP}>
        {Object.entries(asBefore(beforeIn(values))).map(([name, value]) => (
          // Not of type hidden: React would set such a one back to its first value whenever it draws.
          <input key={name} type="text" hidden readOnly name={name} defaultValue={value} />
        ))}
        <Select
          {...of('region')}
          label="都道府県"
          required
          autoComplete="address-level1"
          unchosen="選んでください"
          options={prefectures.map((name) => ({ value: name, label: name }))}
        />
        <Field {...of('locality')} label="市区町村" required autoComplete="address-level2" />
        <Field
          {...of('street')}
          label="町名・番地・建物名"
          hint="例：太子堂1-2-3 コーポ桜203。ハイフンの種類や全角・半角は問いません。"
          required
          autoComplete="street-address"
        />
      </div>
    </>
  )
}

/** Of the fields that a look-up fills; a page asks for one address. */
const GROUP = 'address'

/** The three fields keep what is typed into them: they are asked for it when a town is found. */
function useAddress() {
  const [done, setDone] = useState<Filled>()

  function fill(town: Town | undefined) {
    const controls = [...document.querySelectorAll(`#${GROUP} input, #${GROUP} select`)].filter(
      isControl,
    )
    setDone(undefined)
    if (town === undefined) return
    const values = Object.fromEntries(controls.map(({ name, value }) => [name, value]))
    const { address, isRetained } = withTown(addressIn(values), beforeIn(values), town)
    const filled: Readonly<Record<string, string>> = { ...address, ...asBefore(town) }
    for (const control of controls) control.value = filled[control.name] ?? control.value
    setDone({ town, isRetained })
  }

  return { fill, done }
}

const isControl = (element: Element) =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement
