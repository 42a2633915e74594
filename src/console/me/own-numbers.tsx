import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { cameBack } from '#console/parts/came-back.ts'
import { Panel, PanelBody } from '#console/parts/panel.tsx'
import { Press } from '#console/parts/press.tsx'
import { Field } from '#ui/field.tsx'
import { formatDate } from '#ui/format.ts'

type OwnNumbersProps = {
  readonly numbers: readonly { readonly declaredAt: string }[]
  readonly keys: FormKeys
  readonly stayed: Stayed | undefined
}

/** Own and family numbers are declared; what is declared cannot be read here, and cannot be opened. */
export function OwnNumbers({ numbers, keys, stayed }: OwnNumbersProps) {
  return (
    <Panel title="自分と家族の番号" beside={`${numbers.length}件`}>
      <PanelBody>
        <p>
          届け出た番号の記録は、開けなくなります。開こうとしたことは記録に残ります。番号そのものは、ここには出ません。
        </p>
        {numbers.length === 0 ? null : (
          <p className="muted">
            届け出た日：{numbers.map(({ declaredAt }) => formatDate(declaredAt)).join('、')}
          </p>
        )}
        <Press
          keys={keys}
          intent="number"
          values={{}}
          fields={
            <Field
              {...cameBack(stayed, 'number', 'number')}
              label="電話番号"
              required
              inputMode="tel"
              autoComplete="off"
            />
          }
        >
          届け出る
        </Press>
      </PanelBody>
    </Panel>
  )
}
