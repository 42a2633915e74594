import { Badge } from '#ui/badge.tsx'
import type { Bill } from './wire.ts'

const tones: Partial<Record<Bill['state'], 'good' | 'warning' | 'danger'>> = {
  paid: 'good',
  unknown: 'warning',
  failed: 'warning',
  retried: 'warning',
  unpaid: 'danger',
  suspended: 'danger',
  final_notice: 'danger',
  terminated: 'danger',
  refund_refused: 'warning',
  refunded: 'good',
}

/** The state of a bill, in one word. */
export function BillBadge({ bill }: { readonly bill: Pick<Bill, 'state' | 'stateLabel'> }) {
  return <Badge tone={tones[bill.state] ?? 'neutral'}>{bill.stateLabel}</Badge>
}
