import type { ComponentProps, ReactNode } from 'react'
import { EidField } from '#portal/fields/eid-field.tsx'
import { Form } from '#portal/fields/form.tsx'
import { kindOptions, sizeOptions } from '#portal/fields/sim-choices.ts'
import { FieldErrors, Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import { isClosed } from '#portal/mypage/flow/is-closed.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Side } from '#portal/mypage/flow/side.tsx'
import { errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { besideKind, besideSize } from '#portal/mypage/sim/price-words.tsx'
import type { Prices } from '#portal/mypage/sim/prices.ts'
import { antiForgery } from '#protocol/conventions.ts'
import type { Permission } from '#protocol/procedure.ts'
import { Split } from '#ui/layout.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import type { LineKind, SimSize } from '#vocabulary/line.ts'

/** What 入力 of a SIM is given, whether one is added or changed. */
export type SimInputProps = {
  readonly why: Permission | undefined
  readonly prices: Prices
  readonly typed: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly keys: FormKeys
  /** What came back from the last press. */
  readonly stayed: Stayed | undefined
}

type Given = Pick<SimInputProps, 'typed' | 'errors'>

type SimFormProps = SimInputProps & {
  readonly side: ComponentProps<typeof Side> & { readonly title: string }
  /** Goes along with the answers. */
  readonly values?: Readonly<Record<string, string>>
  readonly renderFields: (given: Given) => ReactNode
  /** Below the button. */
  readonly children?: ReactNode
}

/** 入力 of a SIM: why not, or the questions with what was typed; posted, because an EID is in no address. */
export function SimForm(props: SimFormProps) {
  const { why, keys, stayed, side, values, renderFields, children } = props
  const typed = { ...props.typed, ...stayed?.typed }
  const errors = stayed === undefined ? props.errors : errorsOf(stayed.refused)
  const hidden = { draft: keys.draft, [antiForgery.field]: keys.xsrfToken }
  return (
    <Split sideLabel={side.title} side={<Side {...side} />}>
      <FieldErrors errors={errors} />
      {why?.allowed === false ? <RefusalNotice reason={why} isQueuedLater /> : null}
      {isClosed(why) ? null : (
        <Form method="post" className="flow">
          <Hidden values={{ intent: 'input', ...values, ...hidden }} />
          {renderFields({ typed, errors })}
          <Submit kind="primary">費用と日程を確認する</Submit>
          {children}
        </Form>
      )}
    </Split>
  )
}

type FieldProps = Given & { readonly label: string; readonly prices: Prices }

/** @param kinds those to choose from. */
export function KindField({
  label,
  prices,
  typed,
  errors,
  kinds = () => true,
}: FieldProps & { readonly kinds?: (kind: LineKind) => boolean }) {
  const of = fieldsFrom(typed, errors)
  return (
    <RadioCards
      {...of('kind')}
      label={label}
      required
      options={kindOptions
        .filter(({ value }) => kinds(value))
        .map((option) => ({
          ...option,
          hint: prices.identified.includes(option.value)
            ? `${option.hint}お申し込みのあと、本人確認が必要です。`
            : option.hint,
          beside: besideKind(prices.monthlyDeltaYen[option.value]),
        }))}
    />
  )
}

/** The size and, for an eSIM, the device's number. @param current marked as the size the line has. */
export function SizeFields({
  label,
  prices,
  typed,
  errors,
  current,
}: FieldProps & { readonly current?: SimSize }) {
  const of = fieldsFrom(typed, errors)
  return (
    <>
      <RadioCards
        {...of('size')}
        label={label}
        required
        options={sizeOptions.map((option) => ({
          ...option,
          label: option.value === current ? `${option.label}（いまと同じ）` : option.label,
          beside: besideSize(prices.oneOffYen[option.value]),
        }))}
      />
      <EidField eid={typed['eid'] ?? ''} error={errors['eid']} />
    </>
  )
}
