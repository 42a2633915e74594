import { LinkList } from '#ui/card.tsx'
import { formatDate } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import type { EarlierContract } from './load.ts'

export const EARLIER_TITLE = '以前のご契約の請求'

/** Who has left and come back finds the bills of the time before here. */
export function EarlierContracts({ earlier }: { readonly earlier: readonly EarlierContract[] }) {
  if (earlier.length === 0) return null
  return (
    <Section id="earlier" title="以前のご契約">
      <LinkList
        entries={earlier.map((one) => ({
          href: one.path,
          label: EARLIER_TITLE,
          hint: periodOf(one),
        }))}
      />
    </Section>
  )
}

export function periodOf({ startedOn, endsOn }: EarlierContract): string {
  const [from, until] = [startedOn, endsOn].map((day) => (day === undefined ? '' : formatDate(day)))
  return `${from}から${until}まで`
}
