import { defineAggregate, type About } from '#backend/step/take-step.ts'
import { passkeyStates } from '#domain/passkey/passkey-states.ts'
import { passkeyMessage, type PasskeyOccasion } from './messages.ts'
import type { PasskeyRow } from './rows.ts'

const messageOf =
  (occasion: PasskeyOccasion) =>
  ({ row, accountId }: About<PasskeyRow>) =>
    passkeyMessage({
      accountId,
      passkeyId: row.passkey_id,
      userAgent: row.user_agent,
      settlesAt: row.settles_at,
      occasion,
    })

/** Every step of a passkey. */
export const passkeys = defineAggregate({
  table: 'passkey',
  key: ['account_id', 'passkey_id'],
  machine: passkeyStates,
  stamps: ({ now }) => ({ changed_at: now }),
  accountId: (passkey) => passkey.account_id,
  steps: {
    added: { event: null, audit: 'passkey-added', message: messageOf('added') },
    used: { event: null, audit: 'passkey-used' },
    renamed: { event: null, audit: 'passkey-renamed' },
    counter_went_back: { audit: 'passkey-stopped', message: messageOf('stopped') },
    removed: { audit: 'passkey-removed', message: messageOf('removed') },
    /** With the account's use by its holder; whoever is to be told is told of that. */
    ended: { event: 'removed', audit: 'passkey-ended' },
  },
})
