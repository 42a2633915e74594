import { cardPage, pages } from '#vocabulary/pages.ts'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import { KeyFigures, owedFigure, type Figure } from '#portal/mypage/flow/key-figures.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Review } from '#portal/mypage/flow/review.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { formatCount, formatMonth, formatYen } from '#ui/format.ts'
import type { SummaryEntry } from '#ui/summary-list.tsx'
import { CardOutcome, cardWords, type outcomeOf } from './card-outcome.tsx'
import type { Payable, PaymentMethod, PointsToUse, UnpaidBill } from './load-pay.ts'
import { PointsField } from './points-field.tsx'

type PayConfirmProps = Partial<Stayed> & {
  readonly payable: Payable
  readonly others: readonly UnpaidBill[]
  readonly method: PaymentMethod
  readonly points: PointsToUse
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
  readonly card: ReturnType<typeof outcomeOf>
  readonly here: string
}

/** 確認: which bill, how much, by which card, and whether the line comes back with it. */
export function PayConfirm(props: PayConfirmProps) {
  const { payable, others, method, note, refused, keys, card, here } = props
  // The card refused after the points had come: they are spent, and no more of them are taken by another press.
  const isSpent = refused?.code === 'PAYMENT_REFUSED'
  const points = isSpent ? { ...props.points, used: 0, typed: '' } : props.points
  const { billId, month, amountYen } = payable
  const restYen = amountYen - points.used
  const pointsAndCard: Figure[] = [
    ['ポイント', formatCount(points.used)],
    owedFigure('カード', restYen),
  ]
  return (
    <Review
      note={points.error === undefined ? note : undefined}
      refused={refused}
      typed={props.typed}
      why={whyOf(payable, method, restYen)}
      refusalTitle="いまはお支払いいただけません"
      stoppedTitle={stoppedTitles[refused?.code ?? ''] ?? 'お支払いいただけませんでした'}
      head={<CardOutcome outcome={card} />}
      stage={
        <KeyFigures
          what={`${formatMonth(month)}分の料金`}
          figures={[owedFigure('お支払い', amountYen), ...(points.used === 0 ? [] : pointsAndCard)]}
        />
      }
      facts={[
        [
          'カード',
          restYen === 0 ? undefined : cardWords(method),
          { change: { href: cardPage(withoutCard(here)), label: 'カード' } },
        ],
        ...interestWords(payable),
        ...serviceWords(payable, others),
      ]}
      form={{
        keys,
        conditions: `${billId}.${amountYen}.${points.used}`,
        values: {
          billId,
          amountYen: String(amountYen),
          shownPoints: points.typed,
        },
        submitLabel: `${formatYen(amountYen)}を支払う`,
        under: '二重に支払われることはありません。',
      }}
      back={{ href: pages.pay, label: 'お支払いが必要な料金に戻る' }}
      read={<PointsField {...{ points, billId }} />}
    />
  )
}

export const stoppedTitles: Readonly<Record<string, string>> = {
  PAYMENT_REFUSED: 'このカードではお支払いいただけませんでした',
  PAYMENT_UNKNOWN: '前のお支払いの結果を確認しています',
  CONDITIONS_CHANGED: 'お支払いの額が変わりました',
  NOTHING_TO_PAY: 'この請求のお支払いは済んでいます',
  CARD_MISSING: 'お支払いに使えるカードがありません',
  POINTS_REFUSED: 'ポイントをお使いいただけませんでした',
  POINTS_NOT_LINKED: 'ポイントをお使いいただけませんでした',
}

function interestWords({ owed }: Payable): SummaryEntry[] {
  if (owed?.lateInterestYen === undefined) return []
  const value = `${formatYen(owed.lateInterestYen)}（今日お支払いの場合）。今月ご利用分の請求に加わります`
  return [['遅延損害金', value]]
}

function whyOf({ owed }: Payable, method: PaymentMethod, restYen: number) {
  if (owed?.paymentPending === true)
    return {
      allowed: false,
      reasonCode: 'PAYMENT_UNKNOWN' as const,
      message: '前のお支払いの結果を確認しています。二重に請求されることはありません。',
    }
  if (method.usable || restYen === 0) return { allowed: true }
  return {
    allowed: false,
    reasonCode: 'CARD_MISSING' as const,
    message: `${method.message ?? ''}カードを登録すると、すぐにお支払いいただけます。`,
  }
}

/** Nothing where nothing is stopped. */
function serviceWords({ owed }: Payable, others: readonly UnpaidBill[]): SummaryEntry[] {
  const isStopped = owed?.state === 'suspended' || owed?.state === 'final_notice'
  if (owed?.resumes === true) return [['ご利用', 'お支払いが済むと、すぐに再開します']]
  if (!isStopped || others.length === 0) return []
  const months = others.map(({ month }) => `${formatMonth(month)}分`).join('、')
  return [['ご利用', `ほかに${months}のお支払いがあるため、これだけでは再開しません`]]
}

/** The way back without what an earlier visit to the card page left in it. */
export function withoutCard(here: string): string {
  const [path = '', query = ''] = here.split('?')
  const search = new URLSearchParams(query)
  search.delete('card')
  return `${path}?${search.toString()}`
}
