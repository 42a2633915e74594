import { liftMegabytes } from '#vocabulary/line-cap.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { LineCap } from '#portal/mypage/shared/wire.ts'
import { Card } from '#ui/card.tsx'
import { formatDateTime, formatVolume } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { CapUsed } from './used.tsx'

type NowProps = { readonly known: LineCap; readonly keys: FormKeys }

const periodWords = { day: '今日', month: '今月' } as const

/** How the line stands to its cap now, and what can be done for today. */
export function CapNow({ known, keys }: NowProps) {
  const { cap, reached, lift, change } = known
  if (cap === undefined) return null
  return (
    <>
      {reached === undefined ? null : (
        <Notice tone="warning" title={`${periodWords[reached.period]}の上限に届いたため、低速です`}>
          <p>
            {formatDateTime(reached.at)}に{formatVolume(reached.usedBytes, 'used')}
            になりました。{formatDateTime(reached.until)}に高速に戻ります。
          </p>
        </Notice>
      )}
      <Card>
        <h2>いまの上限</h2>
        <CapUsed known={known} />
        {lift === undefined ? null : (
          <p role="status">
            {lift.dayBytes === undefined && lift.monthBytes === undefined
              ? '今日は上限がありません。'
              : `今日だけ${formatVolume(lift.dayBytes ?? lift.monthBytes ?? 0, 'quota')}まで使えます。`}
            明日からは、いつもの上限に戻ります。
          </p>
        )}
        {change.allowed ? <LiftForm {...{ known, keys }} /> : null}
      </Card>
    </>
  )
}

/** One press each; every press adds to what has been used by then. */
function LiftForm({ known, keys }: NowProps) {
  const choices = [
    ...liftMegabytes.map((mb) => ({
      more: String(mb),
      words: `＋${formatVolume(mb * 1_000_000, 'quota')}`,
    })),
    { more: 'all', words: '上限なし' },
  ]
  const of = `lift.${known.used.dayBytes}.${known.lift?.dayBytes ?? ''}.${known.lift?.monthBytes ?? ''}`
  return (
    <div role="group" aria-labelledby="lift-title" className="cap-lift">
      <h3 id="lift-title">今日だけ増やす</h3>
      <div className="cap-lift__row">
        {choices.map(({ more, words }) => (
          <KeyedForm keys={keys} of={`${of}.${more}`} values={{ intent: 'lift', more }} key={more}>
            <Submit kind="secondary">{words}</Submit>
          </KeyedForm>
        ))}
      </div>
    </div>
  )
}
