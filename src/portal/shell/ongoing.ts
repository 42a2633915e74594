import type { KnownStatus } from '#portal/context.ts'
import type { OutageOnBoard } from '#protocol/outage.ts'

/** What the strip says of an outage or of maintenance that lasts. */
export type Ongoing = Pick<OutageOnBoard, 'incidentId' | 'title' | 'kind' | 'areas' | 'from'>

/** What lasts now, the worst first: what cannot be used, what is slow, and what was announced before it began. */
export function ongoingOf({ status }: KnownStatus): Ongoing[] {
  return (status?.incidents ?? [])
    .filter(({ state }) => state === 'ongoing')
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ incidentId, title, kind, areas, from }) => ({ incidentId, title, kind, areas, from }))
}

function rankOf({ kind, severity }: OutageOnBoard): number {
  if (kind === 'maintenance') return 2
  return severity === 'outage' ? 0 : 1
}
