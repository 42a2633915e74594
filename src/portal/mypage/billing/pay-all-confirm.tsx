import { ALL_BILLS, cardPage, pages } from '#vocabulary/pages.ts'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import { KeyFigures, owedFigure } from '#portal/mypage/flow/key-figures.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Review } from '#portal/mypage/flow/review.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { formatMonth, formatYen } from '#ui/format.ts'
import { CardOutcome, cardWords, type outcomeOf } from './card-outcome.tsx'
import type { PaymentMethod, Unpaid } from './load-pay.ts'
import { stoppedTitles, withoutCard } from './pay-confirm.tsx'

type PayAllProps = Partial<Stayed> & {
  readonly all: Unpaid
  readonly method: PaymentMethod
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
  readonly card: ReturnType<typeof outcomeOf>
  readonly here: string
}

/** 確認 of every owed bill at once: the sum, what it is made of, and whether the line comes back with it. */
export function PayAllConfirm({ all, method, note, refused, keys, card, here }: PayAllProps) {
  const { bills, totalYen } = all
  const interestYen = bills.reduce((sum, { lateInterestYen = 0 }) => sum + lateInterestYen, 0)
  const isStopped = bills.some(({ state }) => stopped.includes(state))
  return (
    <Review
      note={note}
      refused={refused}
      why={whyOf(all, method)}
      refusalTitle="いまはお支払いいただけません"
      stoppedTitle={stoppedTitles[refused?.code ?? ''] ?? 'お支払いいただけませんでした'}
      head={<CardOutcome outcome={card} />}
      stage={
        <KeyFigures
          what={`${bills.length}か月分の料金`}
          figures={[owedFigure('お支払い', totalYen)]}
        />
      }
      facts={[
        ...bills.map(
          ({ month, amountYen }) => [`${formatMonth(month)}分`, formatYen(amountYen)] as const,
        ),
        [
          'カード',
          cardWords(method),
          { change: { href: cardPage(withoutCard(here)), label: 'カード' } },
        ],
        [
          '遅延損害金',
          interestYen === 0
            ? undefined
            : `${formatYen(interestYen)}（今日お支払いの場合）。今月ご利用分の請求に加わります`,
        ],
        ['ご利用', isStopped ? 'お支払いが済むと、すぐに再開します' : undefined],
      ]}
      form={{
        keys,
        conditions: `${ALL_BILLS}.${totalYen}`,
        values: { intent: ALL_BILLS, totalYen: String(totalYen) },
        submitLabel: `${formatYen(totalYen)}を支払う`,
        under: '二重に支払われることはありません。カードには1か月分ずつ請求します。',
      }}
      back={{ href: pages.pay, label: 'お支払いが必要な料金に戻る' }}
    />
  )
}

const stopped: readonly Unpaid['bills'][number]['state'][] = ['suspended', 'final_notice']

function whyOf({ bills }: Unpaid, method: PaymentMethod) {
  if (bills.some(({ paymentPending }) => paymentPending))
    return {
      allowed: false,
      reasonCode: 'PAYMENT_UNKNOWN' as const,
      message: '前のお支払いの結果を確認しています。二重に請求されることはありません。',
    }
  if (method.usable) return { allowed: true }
  return {
    allowed: false,
    reasonCode: 'CARD_MISSING' as const,
    message: `${method.message ?? ''}カードを登録すると、すぐにお支払いいただけます。`,
  }
}
