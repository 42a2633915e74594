import type { ReadingState } from '#backend/ports/identity.ts'
import { identityStates, type IdentityEvent } from '#domain/identity/identity-states.ts'

/** What must have happened for the reader to say this: it reports outcomes only. */
export function eventsTo(from: string, state: ReadingState): readonly IdentityEvent[] {
  if (from === state) return []
  const fromStart: readonly IdentityEvent[] = from === 'unreadable' ? ['retried'] : []
  const reading: readonly IdentityEvent[] =
    from === 'reading' ? [] : [...fromStart, 'reading_started']
  switch (state) {
    case 'waiting':
      return []
    case 'reading':
      return reading
    case 'matched':
      return [...reading, 'matched']
    case 'mismatch':
      return [...reading, 'mismatched']
    case 'unreadable':
      return [...reading, 'not_read']
    case 'expired':
      return [...fromStart, 'time_ran_out']
  }
}

export function step(state: string, event: IdentityEvent): string {
  const known = identityStates.isState(state) ? state : identityStates.initial
  return identityStates.target(known, event) ?? state
}

export function canRetry(state: string): boolean {
  return identityStates.isState(state) && identityStates.can(state, 'retried')
}
