import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { Form } from '#portal/fields/form.tsx'
import type { LineName } from '#portal/mypage/shared/wire.ts'
import type { Permission } from '#protocol/procedure.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { kindLabels } from '#vocabulary/line.ts'
import { Hidden, Submit } from './form.tsx'

type LineChoiceProps<Line> = {
  readonly label: string
  readonly lines: readonly Line[]
  readonly whyNot: (line: Line) => string
  readonly draft: string
  readonly error: string | undefined
  /** Words of the button that leads to 確認. */
  readonly action: string
}

/** The line a procedure is begun on; one that it cannot begin on says why. Nothing where there is no possible line. */
export function LineChoice<Line extends Permission & { readonly line: LineName }>({
  label,
  lines,
  whyNot,
  draft,
  error,
  action,
}: LineChoiceProps<Line>) {
  const possible = lines.filter(({ allowed }) => allowed)
  if (possible.length === 0) return null
  return (
    <Form method="get" className="flow">
      <Hidden values={{ step: 'confirm', draft }} />
      <RadioCards
        name="lineId"
        label={label}
        required
        defaultValue={possible.length === 1 ? possible[0]?.line.lineId : undefined}
        options={lines.map((one) => ({
          value: one.line.lineId,
          label: <LineLabel line={one.line} />,
          hint: one.allowed ? kindLabels[one.line.simKind] : whyNot(one),
          disabled: !one.allowed,
        }))}
        error={error}
      />
      <Submit kind="primary">{action}</Submit>
    </Form>
  )
}

/** As `fullNameOfLine`; the number stays in one piece where the name fills the line. */
function LineLabel({ line }: { readonly line: LineName }) {
  const words = fullNameOfLine(line)
  const at = words.lastIndexOf('（')
  if (at < 0) return words
  return (
    <>
      {words.slice(0, at)}
      <span className="nowrap">{words.slice(at)}</span>
    </>
  )
}
