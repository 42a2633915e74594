import type { Findings } from '#backend/finding.ts'
import { MAX_PASSKEYS } from '#vocabulary/passkey.ts'

export const passkeyFindings = {
  'passkey-stopped': {
    what: 'passkeys that were stopped because their counter went back: they may have been copied',
    resolve:
      'It closes when the member removes the passkey. Read the login records of the account; where a login is not the member’s, end the logins and write to the member.',
    queue: 'hold',
    ifLeft: 'パスキーが複製されたおそれがあり、ほかの人が会員になりすませるかもしれません。',
    acts: [],
    query: `
      select passkey_id as ref, null as detail, changed_at as since, account_id, null as contract_id,
        '{}'::jsonb as facts
      from passkey where state = 'stopped'`,
  },
} satisfies Findings

/** Laws of the tables of passkeys. */
export const passkeyLaws = {
  'an account has no more passkeys than it may': `
    select account_id as contract_id, account_id as what, count(*) || ' passkeys' as found
    from passkey where state <> 'removed'
    group by account_id having count(*) > ${MAX_PASSKEYS}`,

  'what proves a person strongly is a second factor too': `
    select account_id as contract_id, left(session_hash, 12) as what,
      coalesce(second_factor_at::text, 'no second factor') as found
    from session
    where strong_proof_at is not null
      and (second_factor_at is null or second_factor_at < strong_proof_at)`,
}
