import type { LineKind } from '#vocabulary/line.ts'
import type { OutageService, OutageState } from '#vocabulary/outage.ts'
import { isBefore, type Instant } from '../tokyo.ts'

export type OutageTimes = {
  readonly beginsAt: Instant
  /** When it ended; of maintenance, when it is planned to. */
  readonly endsAt: Instant | undefined
  readonly cancelledAt: Instant | undefined
}

/** What an outage is at a moment: nobody has to write it down when it begins or a planned end passes. */
export function outageStateAt(outage: OutageTimes, now: Instant): OutageState {
  const { beginsAt, endsAt, cancelledAt } = outage
  if (cancelledAt !== undefined) return 'cancelled'
  if (isBefore(now, beginsAt)) return 'planned'
  return endsAt !== undefined && !isBefore(now, endsAt) ? 'resolved' : 'ongoing'
}

export type OutageReach = {
  readonly services: readonly OutageService[]
  /** Prefectures; none: everywhere. */
  readonly areas: readonly string[]
}

/** What a line of a kind does by itself; the other services are everybody's. */
const servicesOfLine: Readonly<Record<LineKind, readonly OutageService[]>> = {
  data: ['data'],
  sms: ['data', 'sms'],
  voice: ['data', 'sms', 'voice', 'talk'],
}
const ofNoLine: readonly OutageService[] = ['mypage', 'procedures', 'payment']

/**
 * Whether an outage concerns a member: by what the lines can do, and by the prefecture of the address. Where a phone is
 * we do not know, so an address we do not have counts as being there (ours).
 */
export function concerns(
  { services, areas }: OutageReach,
  member: { readonly lineKinds: readonly LineKind[]; readonly prefecture: string | undefined },
): boolean {
  const { lineKinds, prefecture } = member
  const isUsed = services.some(
    (service) =>
      ofNoLine.includes(service) ||
      lineKinds.some((kind) => servicesOfLine[kind].includes(service)),
  )
  return isUsed && (areas.length === 0 || prefecture === undefined || areas.includes(prefecture))
}
