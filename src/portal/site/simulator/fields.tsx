import { Accordion } from '#ui/accordion.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { FieldNotes } from '#ui/field-frame.tsx'
import { formatYenWithTax } from '#ui/format.ts'
import { Select } from '#ui/select.tsx'
import { fieldId, type Asked } from './asked.ts'
import type { Choices } from './simulate.ts'

type FieldsProps = { asked: Asked; choices: Choices; errors: Record<string, string> }

const kinds = [
  { value: 'voice', label: '音声通話SIM' },
  { value: 'sms', label: 'データ＋SMS' },
  { value: 'data', label: 'データSIM' },
]

/** Beyond the three questions: the second and third line, hidden by style while not wanted, then calls and options. */
export function FurtherFields({ asked, choices, errors }: FieldsProps) {
  const wrong = (field: string) =>
    errors[field] === undefined ? undefined : { error: errors[field] }
  /** What is not on offer cannot be kept: nothing is chosen then, rather than something else. */
  const chosen = (field: string, value: string) =>
    errors[field] === undefined
      ? { defaultValue: value }
      : { defaultValue: '', unchosen: '選んでください', error: errors[field] }
  const numberField = { inputMode: 'numeric', size: 8, autoComplete: 'off' } as const
  return (
    <>
      <div className="simulator__pair">
        {asked.kinds.slice(1, choices.maxLines).map((kind, index) => (
          <div key={index} data-line={index + 2}>
            <Select
              name="kind"
              id={fieldId(`kind-${index + 2}`)}
              label={`${index + 2}回線目のSIMの種類`}
              options={kinds}
              {...chosen(`kind-${index + 2}`, kind)}
            />
          </div>
        ))}
      </div>
      <Accordion title="通話・SMS・オプションを加える" open={hasMore(asked)}>
        <div className="form">
          <div className="simulator__pair">
            <Field
              name="minutes"
              id={fieldId('minutes')}
              label="1か月の通話（分）"
              hint="国内へかける時間の合計です。受ける通話は無料です。"
              defaultValue={asked.minutes}
              {...numberField}
              {...wrong('minutes')}
            />
            <Field
              name="calls"
              id={fieldId('calls')}
              label="1か月に電話をかける回数"
              hint="入力しないときは、1回3分として計算します。"
              defaultValue={asked.calls}
              {...numberField}
              {...wrong('calls')}
            />
            <Field
              name="talk"
              id={fieldId('talk')}
              label="通話アプリからかける時間（分）"
              defaultValue={asked.talk}
              {...numberField}
              {...wrong('talk')}
            />
            <Field
              name="sms"
              id={fieldId('sms')}
              label="1か月に送るSMS（通）"
              defaultValue={asked.sms}
              {...numberField}
              {...wrong('sms')}
            />
          </div>
          <OptionFields asked={asked} choices={choices} error={errors['option']} />
        </div>
      </Accordion>
    </>
  )
}

function hasMore(asked: Asked): boolean {
  return [asked.minutes, asked.calls, asked.talk, asked.sms, ...asked.options].some(Boolean)
}

function OptionFields(props: { asked: Asked; choices: Choices; error: string | undefined }) {
  const { asked, choices, error } = props
  const id = fieldId('option')
  return (
    <fieldset
      className={error === undefined ? 'field' : 'field field--wrong'}
      id={id}
      tabIndex={error === undefined ? undefined : -1}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className="field__label">
        オプション<span className="field__need">任意</span>
      </legend>
      <FieldNotes id={id} error={error} />
      {choices.options.map((option) => (
        <Checkbox
          key={option.code}
          name="option"
          id={`option-${option.code}`}
          value={option.code}
          label={`${option.name} 月${formatYenWithTax(option.monthlyYen)}`}
          {...(option.voiceOnly ? { hint: '音声通話SIMで使えます。' } : {})}
          defaultChecked={asked.options.includes(option.code)}
        />
      ))}
    </fieldset>
  )
}
