import { cameBack } from '#console/parts/came-back.ts'
import { Fold } from '#console/parts/fold.tsx'
import { Press } from '#console/parts/press.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { formatPhone } from '#ui/format.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import type { Grant } from './load.ts'

type Line = { readonly lineId: string; readonly nickname: string; readonly number: string }

type StopLineProps = {
  readonly grant: Grant
  readonly keys: FormKeys
  readonly stayed: Stayed | undefined
  /** The member's lines, where they are on the page. */
  readonly lines?: readonly Line[] | undefined
}

/** Lost or stolen: chosen from the lines that are shown, else by the number that the caller says. It shows nothing. */
export function StopLine({ grant, keys, stayed, lines }: StopLineProps) {
  return (
    <Fold title="なくした回線を止める" isOpen={stayed?.typed['intent'] === 'lineStop'}>
      <Press
        keys={keys}
        intent="lineStop"
        values={{ grant: grant.grant }}
        kind="danger"
        fields={
          <>
            {lines === undefined ? (
              <Field
                id="lineStop-number"
                {...cameBack(stayed, 'lineStop', 'number')}
                label="止める回線の電話番号"
                hint="お電話の方が言った番号を打ち込みます。登録の番号と見ずに照らし合わせます。"
                required
                inputMode="tel"
                autoComplete="off"
              />
            ) : (
              <LineSelect intent="lineStop" lines={lines} stayed={stayed} />
            )}
            <p className="muted">
              紛失・盗難のとき。すぐに通話もデータも止まります。再開は会員が行います。
            </p>
          </>
        }
      >
        止める
      </Press>
    </Fold>
  )
}

type LineSelectProps = {
  readonly intent: string
  readonly lines: readonly Line[]
  readonly stayed: Stayed | undefined
}

/** One of the member's lines, by its name and the end of its number. */
export const LineSelect = ({ intent, lines, stayed }: LineSelectProps) => (
  <Select
    id={`${intent}-lineId`}
    {...cameBack(stayed, intent, 'lineId')}
    label="回線"
    options={lines.map(({ lineId, nickname, number }) => ({
      value: lineId,
      label: `${nickname} ${formatPhone(number)}`.trim(),
    }))}
  />
)
