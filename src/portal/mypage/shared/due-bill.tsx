import { dueWords } from '#portal/mypage/shared/due-words.ts'
import type { NextBill } from '#portal/mypage/shared/wire.ts'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'

/** From the month's turn to the 7th: what the card is asked for next, before what this month comes to. */
export function DueBill({
  next: { due, unfixed },
}: {
  readonly next: Pick<NextBill, 'due' | 'unfixed'>
}) {
  const bill = due ?? unfixed
  if (bill === undefined) return null
  const { month, amountYen, chargeOn } = bill
  return (
    <Card className="card due-bill">
      <h2>{Number(month.slice(5))}月分のお支払い</h2>
      <p className="owed__figure">
        <Amount yen={amountYen} tax="none" size="figure" />
      </p>
      <p className="so-far__pay small">
        <Icon name="card" />
        <span>
          {due === undefined ? 'まだ確定していません。' : ''}
          {dueWords(chargeOn, amountYen)}
        </span>
        {due === undefined ? null : (
          <a href={due.path}>
            内訳<span className="visually-hidden">（{Number(month.slice(5))}月分）</span>
          </a>
        )}
      </p>
    </Card>
  )
}
