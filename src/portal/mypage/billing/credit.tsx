import { formatDate, formatYen } from '#ui/format.ts'
import type { Bill } from './load.ts'

type Credit = NonNullable<Bill['credit']>

/** What becomes of a bill below zero: kept for later bills, on its way to a card, or given back. */
export function CreditState({ credit }: { readonly credit: Credit }) {
  const { leftYen, message, refunds } = credit
  return (
    <>
      <p>{message}</p>
      {refunds.length === 0 ? null : (
        <ul>
          {refunds.map((refund, n) => (
            <li key={n}>{refundWords(refund)}</li>
          ))}
        </ul>
      )}
      {leftYen === 0 ? null : <p>お預かりの残り：{formatYen(leftYen)}</p>}
    </>
  )
}

function refundWords({ yen, way, state, on, cardMasked }: Credit['refunds'][number]): string {
  const card =
    cardMasked === undefined ? 'お支払いのカード' : `カード（末尾${cardMasked.slice(-4)}）`
  const to = { card: `${card}に`, points: 'ポイントで', transfer: '銀行振込で' }[way]
  const amount = formatYen(yen)
  if (state === 'done') return `${formatDate(on)}に、${to}${amount}をお返ししました`
  if (state === 'asked')
    return `${formatDate(on)}から、${to}${amount}をお返しする手続きをしています`
  return `${formatDate(on)}に、${to}${amount}をお返しできませんでした（カード会社が承認しませんでした）`
}
