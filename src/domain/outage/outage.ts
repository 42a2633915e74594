import type { LineKind } from '#vocabulary/line.ts'
import type { EmergencyCalls, OutageService, OutageState } from '#vocabulary/outage.ts'
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

/** What is known of emergency calls where nobody has said it: what is done by no line leaves them alone. */
export function emergencyAtFirst(services: readonly OutageService[]): EmergencyCalls {
  return services.every((service) => ofNoLine.includes(service)) ? 'unaffected' : 'unknown'
}

/** Whether the outage affects the line. Where the phone is, we do not know: the registered address is taken for it. */
export function stopsLine(
  { services, areas }: OutageReach,
  line: { readonly kind: LineKind; readonly prefecture: string | undefined },
): boolean {
  const isUsed = services.some((service) => servicesOfLine[line.kind].includes(service))
  return isUsed && isThere(areas, line.prefecture)
}

/** Whether an outage concerns a member: by what the lines can do, and by the prefecture of the address. */
export function concerns(
  reach: OutageReach,
  member: { readonly lineKinds: readonly LineKind[]; readonly prefecture: string | undefined },
): boolean {
  const { lineKinds, prefecture } = member
  if (lineKinds.some((kind) => stopsLine(reach, { kind, prefecture }))) return true
  const isEverybodys = reach.services.some((service) => ofNoLine.includes(service))
  return isEverybodys && isThere(reach.areas, prefecture)
}

/** An address we do not have counts as being there (ours). */
const isThere = (areas: readonly string[], prefecture: string | undefined) =>
  areas.length === 0 || prefecture === undefined || areas.includes(prefecture)
