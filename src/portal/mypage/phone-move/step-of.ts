import type { Move } from '#portal/mypage/shared/wire.ts'

/** The arc of the ring: while who moves is not proved, or time stands in for the proof, it is the second; what was given up has none. */
export function stepOf({
  state,
  onHoldUntil,
}: Pick<Move, 'state' | 'onHoldUntil'>): number | undefined {
  if (onHoldUntil !== undefined) return 1
  switch (state) {
    case 'id_check':
      return 1
    case 'requested':
    case 'profile_ready':
    case 'downloaded':
      return 2
    case 'seen':
    case 'switching':
    case 'switched':
    case 'rolling_back':
    case 'completed':
      return 3
    default:
      return undefined
  }
}
