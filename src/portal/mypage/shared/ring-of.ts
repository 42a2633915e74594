import type { Forecast, HighSpeedLine, Residual } from '#portal/mypage/shared/wire.ts'
import type { RingBucket, RingKind, RingState } from '#ui/ring.tsx'
import type { BucketKind } from '#vocabulary/data.ts'

const kinds: Readonly<Record<BucketKind, RingKind>> = {
  base: 'base',
  carry: 'carry',
  topup: 'add',
  topup_no_carry: 'add',
  gift: 'add',
  bonus: 'add',
}

/** Ours: an expiry this near is drawn in dashes and named first. */
const NEAR_DAYS = 10
/** Ours: from this share of what was usable the ring warns. */
const LOW_SHARE = 0.2

export type RingGroup = RingBucket & {
  /** When the first of it expires; as on the wire, exclusive. */
  readonly firstExpiry: string
}

/** Of the residual (wire Residual) what the ring is drawn from. */
type Left = {
  readonly asOf: string
  readonly buckets: readonly {
    readonly kind: BucketKind
    readonly remainingBytes: number
    readonly expiresAt: string
  }[]
}

/** What is left by kind, the latest expiry first, as the ring lays it out. */
export function groupsOf({ buckets, asOf }: Left): RingGroup[] {
  const filled = buckets.filter(({ remainingBytes }) => remainingBytes > 0)
  return [...Map.groupBy(filled, ({ kind }) => kinds[kind])]
    .map(([kind, group]) => {
      const [firstExpiry = ''] = group.map(({ expiresAt }) => expiresAt).toSorted()
      const bytes = group.reduce((sum, { remainingBytes }) => sum + remainingBytes, 0)
      return { kind, bytes, firstExpiry, expiring: isNear(firstExpiry, asOf) }
    })
    .toSorted((one, other) => (one.firstExpiry < other.firstExpiry ? 1 : -1))
}

const isNear = (expiresAt: string, asOf: string) =>
  Date.parse(expiresAt) <= Date.parse(asOf) + NEAR_DAYS * 86_400_000

type Pack = { readonly bytes: number; readonly expiresAt: string }

/** What there is with a pack that was just added: its arc is the outermost, whatever its expiry. */
export function groupsWith(left: Left, { bytes, expiresAt }: Pack): RingBucket[] {
  const added = { kind: 'add', bytes, expiring: isNear(expiresAt, left.asOf), isNew: true } as const
  return [...groupsOf(left), added]
}

/** Everything usable this month, used or not. */
export function capacityOf({
  totalBytes,
  usedThisMonthBytes,
}: Readonly<Record<'totalBytes' | 'usedThisMonthBytes', number>>): number {
  return totalBytes + usedThisMonthBytes
}

/** No line can be used: none is fast after a tap on its switch. */
const isAllStopped = (lines: readonly Pick<HighSpeedLine, 'speedReason'>[] | undefined) =>
  lines !== undefined &&
  lines.length > 0 &&
  lines.every(({ speedReason }) => speedReason === 'suspended')

/** How the ring is drawn; a stop comes before everything, then an empty pool, then the member's own switch. */
export function stateOf(known: {
  residual: Pick<Residual, 'totalBytes' | 'usedThisMonthBytes'>
  forecast: Pick<Forecast, 'emptyOn'> | undefined
  lines: readonly Pick<HighSpeedLine, 'on' | 'speedReason'>[] | undefined
  isStopped: boolean
  /** The size has no high-speed data of its own. */
  isLight: boolean
}): RingState {
  const { residual, forecast, lines, isStopped, isLight } = known
  if (isStopped || isAllStopped(lines)) return 'stopped'
  if (isLight && residual.totalBytes === 0) return 'light'
  if (residual.totalBytes === 0) return 'empty'
  if (lines !== undefined && lines.length > 0 && lines.every(({ on }) => !on)) return 'low'
  const isLow = residual.totalBytes <= capacityOf(residual) * LOW_SHARE
  return isLow || forecast?.emptyOn !== undefined ? 'warning' : 'ok'
}
