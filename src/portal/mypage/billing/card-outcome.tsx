import { formatMonth } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import type { PaymentMethod } from './load-pay.ts'

const outcomes = {
  changed: { tone: 'good', text: 'カードを変更しました。' },
  cancelled: { tone: 'info', text: 'カードは変更していません。' },
  failed: {
    tone: 'warning',
    text: 'カードを変更できませんでした。いままでのカードのままです。時間をおいて、もう一度お試しください。',
  },
} as const
type Outcome = keyof typeof outcomes

const isOutcome = (text: string): text is Outcome => Object.hasOwn(outcomes, text)

/** What came of the visit to the provider's card page, as the address says. */
export function outcomeOf({ searchParams }: URL): Outcome | undefined {
  const said = searchParams.get('card') ?? ''
  return isOutcome(said) ? said : undefined
}

export function CardOutcome({ outcome }: { readonly outcome: Outcome | undefined }) {
  if (outcome === undefined) return null
  const { tone, text } = outcomes[outcome]
  return (
    <Notice tone={tone} role="status">
      {text}
    </Notice>
  )
}

/** `Visa 末尾4242（2030年12月まで）` */
export function cardWords({ brand, numberMasked, expires }: PaymentMethod): string {
  if (numberMasked === undefined) return '登録されていません'
  const until = expires === undefined ? '' : `（${formatMonth(expires)}まで）`
  return `${brand ?? 'カード'} 末尾${numberMasked.slice(-4)}${until}`
}
