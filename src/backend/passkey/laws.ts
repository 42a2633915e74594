import { MAX_PASSKEYS } from '#vocabulary/passkey.ts'

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
