import { identityStates, type IdentityState } from '#domain/identity/identity-states.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { CheckRow } from './checks.ts'

/** Ours: readings a member may begin for one order before somebody looks at it. */
export const MAX_ATTEMPTS = 3

export const fieldLabels: Readonly<Record<string, string>> = {
  name: '氏名',
  birth: '生年月日',
  address: '住所',
}

/** In these a session at the reader may still be used; afterwards its time limit says nothing. */
const ofSession: readonly IdentityState[] = ['waiting', 'reading', 'unreadable']

/** In these a document can be shown. */
const readable: readonly IdentityState[] = [...ofSession, 'mismatch', 'expired']

/** Wire IdentityCheck; for an order that needs none, without a row. */
export function toWireCheck(row: CheckRow | undefined) {
  const known = row?.state ?? 'not_required'
  const state = identityStates.isState(known) ? known : 'waiting'
  const { label, sentence } = identityStates.words(state)
  const differing = (row?.failure ?? []).map((field) => fieldLabels[field] ?? field)
  const message =
    state === 'mismatch' && differing.length > 0
      ? `${sentence}一致しなかった項目：${differing.join('、')}`
      : sentence
  return {
    state,
    stateLabel: label,
    message,
    ...(row?.expires_at && ofSession.includes(state)
      ? { expiresAt: formatRfc3339(row.expires_at) }
      : {}),
    ...(row?.asked && readable.includes(state) ? { asked: row.asked } : {}),
    attemptsLeft: row === undefined ? undefined : Math.max(0, MAX_ATTEMPTS - row.attempts),
  }
}
