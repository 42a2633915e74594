/** What a request may be made to suffer by the way its ids end (docs/outside-systems.md 2.6). */
export const sentinelEffects = [
  'reject',
  'lost',
  'silent',
  'late',
  'twice',
  'reversed',
  'fail',
] as const

export type SentinelEffect = (typeof sentinelEffects)[number]

const eidEndings: Record<string, SentinelEffect> = {
  '9422': 'reject',
  '9404': 'lost',
  '9408': 'silent',
  '9425': 'late',
  '9402': 'twice',
  '9409': 'reversed',
  '9500': 'fail',
}

/** The first effect that one of the ids asks for by its last word, or the EID by its last digits. */
export function sentinelOf(ids: string[], eid?: string): SentinelEffect | undefined {
  const byWord = sentinelEffects.find((effect) => ids.some((id) => id.endsWith(`-${effect}`)))
  return byWord ?? (eid === undefined ? undefined : eidEndings[eid.slice(-4)])
}
