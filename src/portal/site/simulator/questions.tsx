import { FieldNotes } from '#ui/field-frame.tsx'
import { Segments, type Segment } from '#ui/segments.tsx'
import { fieldId, type Asked } from './asked.ts'
import type { Choices } from './simulate.ts'

type QuestionsProps = { asked: Asked; choices: Choices; errors: Record<string, string> }

/** The sizes shown at once: those of the plan cards. The others open under 「ほか」. */
const shownSizes = ['1', '3', '8', '15']

/** Three questions, each a row of radio buttons: how much, how many lines, and what one does with the number. */
export function Questions({ asked, choices, errors }: QuestionsProps) {
  const sizes = choices.sizes.map(({ gb, name }) => ({
    value: gb,
    label: gb === '0' ? name : gb,
    unit: gb === '0' ? '' : 'GB',
  }))
  return (
    <>
      <Question
        field="gb"
        label="データ"
        note="GB"
        chosen={asked.gb}
        errors={errors}
        segments={sizes.filter(({ value }) => shownSizes.includes(value))}
        more={{
          label: 'ほか',
          unit: 'の容量',
          segments: sizes.filter(({ value }) => !shownSizes.includes(value)),
        }}
      />
      <Question
        field="lines"
        label="回線"
        chosen={asked.lines}
        errors={errors}
        segments={Array.from({ length: choices.maxLines }, (_, index) => ({
          value: String(index + 1),
          label: String(index + 1),
          unit: '回線',
        }))}
      />
      <Question
        field="kind-1"
        name="kind"
        label="電話番号で"
        chosen={asked.kinds[0] ?? ''}
        errors={errors}
        segments={[
          { value: 'voice', label: '話す', unit: '（音声通話SIM）' },
          { value: 'sms', label: 'SMSだけ', unit: '（データ＋SMS）' },
          { value: 'data', label: '使わない', unit: '（データSIM）' },
        ]}
      />
    </>
  )
}

type QuestionProps = {
  field: string
  name?: string
  label: string
  note?: string
  chosen: string
  errors: Record<string, string>
  segments: Segment[]
  more?: { label: string; unit: string; segments: Segment[] }
}

/** What is not on offer cannot be kept: nothing is chosen then, and the reason is shown above. */
function Question({ field, name = field, errors, ...rest }: QuestionProps) {
  const id = fieldId(field)
  const error = errors[field]
  return (
    <div className={error === undefined ? 'question' : 'question field--wrong'}>
      {error === undefined ? null : <FieldNotes id={id} error={error} />}
      <Segments id={id} name={name} isWrong={error !== undefined} {...rest} />
    </div>
  )
}
