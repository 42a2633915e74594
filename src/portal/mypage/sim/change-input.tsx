import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { LineName } from '#portal/mypage/shared/wire.ts'
import { reasonOptions, type What } from '#portal/mypage/sim/change-choices.ts'
import { issuePrice } from '#portal/mypage/sim/price-words.tsx'
import { KindField, SimForm, SizeFields, type SimInputProps } from '#portal/mypage/sim/sim-form.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { TapLink } from '#ui/text-link.tsx'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { pages } from '#vocabulary/pages.ts'

type ChangeInputProps = SimInputProps & { readonly what: What; readonly line: LineName }

export function ChangeInput({ what, line, ...props }: ChangeInputProps) {
  const { prices } = props
  return (
    <SimForm
      {...props}
      side={{
        title: 'いまのSIM',
        entries: [
          ['回線', fullNameOfLine(line)],
          ['種別', kindLabels[line.simKind]],
          ['タイプ', simSizeLabels[line.simSize]],
          ['費用', issuePrice(prices.oneOffYen)],
          ['日程', '次の画面で、申し込む前に表示します。'],
        ],
      }}
      values={{ what, lineId: line.lineId }}
      renderFields={(given) => (
        <>
          {what === 'kind' ? (
            <KindField
              {...given}
              label="変更後の種別"
              prices={prices}
              kinds={(kind) => kind !== line.simKind}
            />
          ) : (
            <RadioCards
              name="reason"
              label="理由"
              hint="当てはまるものを選んでください。費用は理由によって変わりません。"
              required
              defaultValue={given.typed['reason']}
              options={reasonOptions(line.simSize)}
              error={given.errors['reason']}
            />
          )}
          <SizeFields {...given} label="新しいSIMのタイプ" prices={prices} current={line.simSize} />
        </>
      )}
    >
      <TapLink href={pages.simChange}>回線と手続きを選び直す</TapLink>
    </SimForm>
  )
}
