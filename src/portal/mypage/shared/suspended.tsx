import { formatDate, formatYenWithTax } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useLinks } from './use-links.ts'
import type { Contract, Unpaid } from './wire.ts'

type SuspendedProps = {
  readonly reason: Contract['suspensionReason']
  /** As far as it is known. */
  readonly unpaid?: Unpaid | undefined
}

/** The contract is stopped: why, how much is to be paid and how, whom to ask. What is not known is not made up. */
export function Suspended({ reason, unpaid }: SuspendedProps) {
  const { title, text } = words[reason ?? 'fraud']
  return (
    <Notice tone="danger" title={title}>
      <p>{text}</p>
      <HowOn entries={reason === 'unpaid' ? paymentEntries(unpaid) : []} />
    </Notice>
  )
}

/** What is known of a debt, and whom to ask for the rest. */
export function HowToPay({ unpaid }: { readonly unpaid: Unpaid }) {
  return <HowOn entries={paymentEntries(unpaid)} />
}

function HowOn({ entries }: { readonly entries: readonly SummaryEntry[] }) {
  return <SummaryList entries={[...entries, { term: 'お問い合わせ', value: <Inquiry /> }]} />
}

const words = {
  unpaid: {
    title: '料金のお支払いを確認できないため、ご利用を停止しています',
    text: '通話・SMS・データ通信を停止しています。お支払いが済むと、すぐに再開します。',
  },
  lost: {
    title: '紛失のお届けにより、ご利用を停止しています',
    text: '見つかったときは、「紛失・盗難のとき」のページからすぐに再開できます。',
  },
  fraud: {
    title: '安全のため、ご利用を停止しています',
    text: '詳しい理由と再開の方法は、お問い合わせ窓口でご案内します。',
  },
} as const

function paymentEntries(unpaid: Unpaid | undefined): SummaryEntry[] {
  const bills = unpaid?.bills ?? []
  const ends = bills.flatMap(({ terminateOn }) => terminateOn ?? []).toSorted()[0]
  return [
    {
      term: 'お支払いいただく金額',
      value:
        unpaid === undefined || bills.length === 0
          ? 'この画面ではまだ確認できません。お問い合わせ窓口でお答えします。'
          : formatYenWithTax(unpaid.totalYen),
    },
    ...(ends === undefined
      ? []
      : [{ term: 'お支払いがない場合', value: `ご契約は${formatDate(ends)}に終了します。` }]),
    { term: 'お支払いの方法', value: 'お問い合わせ窓口でご案内します。' },
  ]
}

function Inquiry() {
  const inquiry = useLinks()?.inquiry
  if (inquiry === undefined) return 'お問い合わせ窓口へご連絡ください。'
  return (
    <TextLink href={inquiry} external>
      お問い合わせ窓口
    </TextLink>
  )
}
