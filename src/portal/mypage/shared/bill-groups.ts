import type { Charge, Totals } from '#protocol/procedure.ts'
import { chargeKindLabels } from '#vocabulary/price.ts'

type Kind = Charge['kind']

/** The parts of a bill as a member thinks of them, in the order of the bill. */
const groups = [
  { title: '基本料金', kinds: ['base', 'shareLine'] },
  { title: 'オプション', kinds: ['option'] },
  { title: 'データチャージ', kinds: ['topUp'] },
  { title: '手数料', kinds: ['oneOff'] },
  { title: '通話・SMS', kinds: ['voice', 'sms'] },
  {
    title: 'ユニバーサルサービス料など',
    kinds: ['universalFee', 'relayFee', 'broadbandUniversalFee'],
  },
  { title: '端末の分割払い', kinds: ['deviceInstalment'] },
  { title: chargeKindLabels.discount, kinds: ['discount'] },
  { title: chargeKindLabels.adjustment, kinds: ['adjustment'] },
  { title: chargeKindLabels.lateInterest, kinds: ['lateInterest'] },
] as const satisfies readonly { title: string; kinds: readonly Kind[] }[]

/** The titles of the groups, in the order of the bill. */
export const groupTitles: readonly string[] = groups.map(({ title }) => title)

export type BillEntry = {
  readonly charge: Charge
  /** With tax, in thousandths of a yen: exact, so that what is cut off at the end can be shown. */
  readonly thousandths: number
}

export type BillGroup = {
  readonly title: string
  readonly entries: readonly BillEntry[]
  readonly thousandths: number
}

/** Each line with its tax, grouped; `cut` is what the one rounding of the bill takes off. */
export function groupsOf({ charges, rates, totalYen }: Totals): {
  readonly groups: readonly BillGroup[]
  readonly cut: number
} {
  const percent = rates[0]?.taxPercent ?? 0
  const entries = charges.map((charge) => ({
    charge,
    thousandths: charge.amountTenthsYen * (charge.tax === 'excluded' ? 100 + percent : 100),
  }))
  const filled = groups.flatMap(({ title, kinds }) => {
    const own = entries.filter(({ charge }) => kinds.some((kind) => kind === charge.kind))
    return own.length === 0 ? [] : [{ title, entries: own, thousandths: sum(own) }]
  })
  return { groups: filled, cut: totalYen * 1000 - sum(entries) }
}

export const untaxedGroups = (of: Totals): string[] =>
  groupsOf(of).groups.flatMap(({ title, entries }) =>
    entries.some(({ charge }) => charge.tax === 'outOfScope') ? [title] : [],
  )

const sum = (entries: readonly BillEntry[]) =>
  entries.reduce((total, { thousandths }) => total + thousandths, 0)
