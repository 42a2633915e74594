import { EidField } from '#portal/fields/eid-field.tsx'
import { sizeOptions } from '#portal/fields/sim-choices.ts'
import { Fold } from '#portal/mypage/flow/fold.tsx'
import { Drawing } from '#ui/drawing/drawing.tsx'
import simSizes from '#ui/drawing/sim-sizes.svg?raw'
import { RadioCards } from '#ui/radio-cards.tsx'
import { ApplyFrame, fieldsOf, ofLine, type StepProps } from '../frame.tsx'

export function SimStep({ at, stayed }: StepProps) {
  const { application, carried, place } = at
  const { line = 1 } = place
  const saved = application.answers.lines[line - 1]
  const of = fieldsOf(stayed, {
    size: saved?.size ?? (line === 1 ? carried.sim : undefined),
    eid: saved?.eid,
  })
  const eid = of('eid')
  return (
    <ApplyFrame
      at={at}
      stayed={stayed}
      title={ofLine(at, 'SIMの種類を選んでください')}
      lead={
        line === 1 && carried.terminal !== undefined
          ? `${carried.terminal}に合うSIMを選んであります。別の端末で使うときは選び直してください。`
          : 'eSIMは配送を待たずに、開通した日から使えます。SIMカードはご自宅に届きます。'
      }
    >
      <RadioCards {...of('size')} label="SIMのタイプ" required options={sizeOptions} />
      <EidField eid={eid.defaultValue} error={eid.error} />
      <Fold title="SIMカードの大きさ" hint="実物と比べる">
        <Drawing svg={simSizes} />
        <p className="small">
          いまの端末に入っているSIMカードと同じ大きさを選びます。分からないときは、
          <a href="/doc/terminallist.html">対応端末</a>で確かめてください。
        </p>
      </Fold>
    </ApplyFrame>
  )
}
