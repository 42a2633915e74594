import { dueWords } from '#portal/mypage/shared/due-words.ts'
import type { NextBill } from '#portal/mypage/shared/wire.ts'
import { Amount } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'

type BillDue = NonNullable<NextBill['due']>

/** From the close to the 7th: what the card is asked for next, before what this month comes to. */
export function DueBill({ due: { month, amountYen, chargeOn, path } }: { readonly due: BillDue }) {
  return (
    <Card className="card due-bill">
      <h2>{Number(month.slice(5))}月分のお支払い</h2>
      <p className="owed__figure">
        <Amount yen={amountYen} tax="none" size="figure" />
      </p>
      <p className="so-far__pay small">
        <Icon name="card" />
        <span>{dueWords(chargeOn, amountYen)}</span>
        <a href={path}>
          内訳<span className="visually-hidden">（{Number(month.slice(5))}月分）</span>
        </a>
      </p>
    </Card>
  )
}
