import { sql } from 'kysely'
import { deviceWords } from '#backend/login/device-words.ts'
import {
  column,
  deletedWhen,
  internal,
  ofAccount,
  said,
  sealed,
  secret,
  table,
} from '#backend/table.ts'
import type { PasskeyState } from '#domain/passkey/passkey-states.ts'
import { passkeyStateWords } from '#vocabulary/states/passkey.ts'
import { nameAad } from './rows.ts'

export const passkeyTables = [
  /** Only the public half of a key is ever ours. Removed ones stay, so that the member can see what there was. */
  table('passkey', ofAccount('パスキー', 'account'), {
    passkey_id: internal<string>(),
    /** How the device knows the key; base64url. */
    credential_id: internal<string>(),
    /** COSE, base64url. */
    public_key: internal<string>(),
    /** As the device last showed it; 0 where it counts nothing. */
    sign_count: internal<number>(),
    transports: internal<string[]>(),
    name_sealed: sealed<string, { passkey_id: string }>({
      aad: (row) => nameAad(row.passkey_id),
      title: '名前',
    }),
    is_synced: column<boolean>('端末のあいだで同期される'),
    state: column<PasskeyState>(said('状態', passkeyStateWords)),
    added_at: column<Temporal.Instant>('追加した日時'),
    /** From then on it makes a new device known. */
    settles_at: column<Temporal.Instant>('新しい端末の確認に使える日時'),
    last_used_at: column<Temporal.Instant | null>('最後に使った日時'),
    /** Of the browser it was last used in, or added in. */
    device_hash: secret<string | null>(),
    user_agent: column<string>({ title: '端末', show: deviceWords }),
    changed_at: column<Temporal.Instant>('最後に変わった日時'),
  }),
  /** Proofs of the person by the IC chip of a document, for the session that began them. */
  table(
    'identity_proof',
    ofAccount('ICチップでのご本人の確認', 'account', {
      earlier: {
        words: '始めてから180日',
        when: ({ now }) => sql`begun_at < ${now.subtract({ hours: 24 * 180 })}`,
      },
    }),
    {
      proof_no: column<string>('受付番号'),
      session_hash: secret<string>(),
      begun_at: column<Temporal.Instant>('始めた日時'),
      proved_at: column<Temporal.Instant | null>('確認できた日時'),
    },
  ),
  /** What a browser was given to sign. */
  table(
    'passkey_challenge',
    deletedWhen(({ now }) => sql`created_at < ${now.subtract({ hours: 24 })}`),
    {
      challenge: internal<string>(),
      session_hash: internal<string>(),
      purpose: internal<'add' | 'prove'>(),
      created_at: internal<Temporal.Instant>(),
      used_at: internal<Temporal.Instant | null>(),
    },
  ),
]
