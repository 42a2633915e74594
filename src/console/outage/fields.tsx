import { optionsOf } from '#vocabulary/state-words.ts'
import {
  emergencyCallLabels,
  emergencyCallStates,
  otherWayLabels,
  otherWays,
  outageSeverities,
  outageSeverityLabels,
} from '#vocabulary/outage.ts'
import { cameBack, type CameBack } from '#console/parts/came-back.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { FieldNotes } from '#ui/field-frame.tsx'
import { Select } from '#ui/select.tsx'
import type { OutageOnBoard } from '#protocol/outage.ts'
import { forField } from './words.ts'

export type OutageFieldsProps = {
  readonly intent: string
  readonly answer: CameBack | undefined
  /** As it stands on the board. */
  readonly entry?: OutageOnBoard
}

type MomentProps = OutageFieldsProps & {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly required?: boolean
  readonly otherwise?: string | undefined
}

export function Moment({
  intent,
  answer,
  name,
  label,
  hint,
  required = false,
  ...rest
}: MomentProps) {
  const { defaultValue, ...field } = cameBack(answer, intent, name, rest.otherwise)
  return (
    <Field
      type="datetime-local"
      {...{ label, hint, required, ...field }}
      defaultValue={forField(defaultValue)}
    />
  )
}

export const Message = ({ intent, answer }: OutageFieldsProps) => (
  <TextArea
    {...cameBack(answer, intent, 'message')}
    label="会員に伝える文"
    hint="わかったこと・していること・できること。推量を書きません。1,000文字まで。"
    required
    rows={5}
    maxLength={1000}
  />
)

type SeverityProps = OutageFieldsProps & { readonly unchosen?: string }

export const Severity = ({ intent, answer, entry, unchosen }: SeverityProps) => (
  <Select
    {...cameBack(answer, intent, 'severity', entry?.severity)}
    label="影響の大きさ"
    options={optionsOf(outageSeverityLabels, outageSeverities)}
    {...(unchosen === undefined ? {} : { unchosen, required: true })}
  />
)

type TicksProps = OutageFieldsProps & {
  readonly name: string
  readonly legend: string
  readonly hint?: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly chosen?: readonly string[]
}

/** Ticks that are one list on the wire; each is a field of its own in the form. */
export function Ticks({ intent, answer, name, legend, hint, options, chosen = [] }: TicksProps) {
  const isBack = answer?.typed['intent'] === intent
  const { error } = { error: undefined, ...cameBack(answer, intent, name) }
  return (
    <fieldset
      className={error === undefined ? 'field' : 'field field--wrong'}
      id={name}
      {...(error === undefined ? {} : { tabIndex: -1 })}
    >
      <legend className="field__label">{legend}</legend>
      <FieldNotes id={name} hint={hint} {...(error === undefined ? {} : { error })} />
      <div className="ticks">
        {options.map(([value, label]) => (
          <Checkbox
            key={value}
            name={`${name}.${value}`}
            label={label}
            defaultChecked={
              isBack ? answer.typed[`${name}.${value}`] !== undefined : chosen.includes(value)
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

/** What the guideline asks to be said beside the outage itself. */
export function EmergencyFields(props: OutageFieldsProps) {
  const { intent, answer, entry } = props
  return (
    <>
      <div className="form-row">
        <Select
          {...cameBack(answer, intent, 'emergencyCalls', entry?.emergencyCalls.state)}
          label="110・118・119への通報"
          hint={entry === undefined ? '選ばないと、影響のあるサービスから決まります。' : undefined}
          {...(entry === undefined ? { unchosen: '選ばない' } : {})}
          options={optionsOf(emergencyCallLabels, emergencyCallStates)}
        />
        <Moment
          {...props}
          name="emergencySince"
          label="その状態になった日時"
          otherwise={entry?.emergencyCalls.since}
        />
      </div>
      <Ticks
        {...props}
        name="otherWays"
        legend="ほかに使えるもの"
        options={otherWays.map((way) => [way, otherWayLabels[way]])}
        {...(entry === undefined ? {} : { chosen: entry.otherWays })}
      />
    </>
  )
}
