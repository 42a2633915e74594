import { Hidden, KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { LineCap } from '#portal/mypage/shared/wire.ts'
import { formatVolume } from '#ui/format.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Select } from '#ui/select.tsx'
import type { AskedCap } from './asked.ts'

type SaveFormProps = {
  readonly asked: AskedCap
  readonly known: LineCap
  readonly typed: Readonly<Record<string, string>>
  readonly keys: FormKeys
}

/** What happens at the cap, and the press that saves what was tried. */
export function SaveForm({ asked, known, typed, keys }: SaveFormProps) {
  const { cap } = known
  return (
    <KeyedForm
      keys={keys}
      of={`cap.${Object.values(asked).join('.')}.${cap?.setAt ?? ''}`}
      values={{ intent: 'cap', ...asked }}
      className="form"
    >
      {asked.over === 'none' ? (
        <Hidden
          values={{ atCap: cap?.atCap ?? 'slow', warnPercent: String(cap?.warnPercent ?? 0) }}
        />
      ) : (
        <>
          <RadioCards
            name="atCap"
            label="上限に来たら"
            defaultValue={typed['atCap'] ?? cap?.atCap ?? 'slow'}
            options={[
              {
                value: 'slow',
                label: '低速にする',
                hint: '200kbps。LINEの文字や通話は使えます。日や月が変わると高速に戻ります',
              },
              {
                value: 'ask',
                label: '低速にして、わたしに聞く',
                hint: 'メールから、今日だけ増やすかどうかを選べます',
              },
            ]}
          />
          <Select
            name="warnPercent"
            label="近づいたら知らせる"
            defaultValue={
              typed['warnPercent'] ?? String(cap === undefined ? 80 : (cap.warnPercent ?? 0))
            }
            options={[
              { value: '0', label: '知らせない' },
              ...[50, 80, 90].map((percent) => ({
                value: String(percent),
                label: `上限の${percent}％を使ったとき`,
              })),
            ]}
          />
        </>
      )}
      <Submit kind="primary">{submitWords(asked)}</Submit>
      <p className="small muted">いまから有効です。いつでも変えられます。</p>
    </KeyedForm>
  )
}

/** 「300 MBにする」 */
export function submitWords({ over, dayMb, monthMb }: AskedCap): string {
  if (over === 'none') return '上限をなくす'
  const words = (typed: string) => {
    const mb = Number(typed)
    return Number.isSafeInteger(mb) && mb >= 0 ? formatVolume(mb * 1_000_000, 'quota') : ''
  }
  if (over === 'both') return `1日${words(dayMb)}・1か月${words(monthMb)}にする`
  return over === 'day' ? `1日${words(dayMb)}にする` : `1か月${words(monthMb)}にする`
}
