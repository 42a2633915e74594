import type { Findings } from '#backend/finding.ts'

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
