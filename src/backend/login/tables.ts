import { type Generated, sql } from 'kysely'
import { column, internal, ofAccount, sealed, secret, table } from '#backend/table.ts'
import { deviceWords } from './device-words.ts'
import { idTokenAad } from './sessions.ts'

export const loginTables = [
  table(
    'session',
    ofAccount('ログインの記録', 'account', {
      earlier: {
        words: 'ログインが終わってから180日',
        when: ({ loginNow }) => sql`expires_at < ${loginNow.subtract({ hours: 24 * 180 })}`,
      },
    }),
    {
      session_hash: secret<string>(),
      created_at: column<Temporal.Instant>('日時'),
      last_seen_at: column<Temporal.Instant>('最後の操作の日時'),
      expires_at: column<Temporal.Instant>('期限'),
      /** When the password was typed; null where the provider does not say. */
      authenticated_at: column<Temporal.Instant | null>('パスワードを入力した日時'),
      /** When a second factor was shown, at the login or since: the provider's or our own. */
      second_factor_at: column<Temporal.Instant | null>('二段階の確認をした日時'),
      /** When a passkey that has settled, or the IC chip of a document, was shown. */
      strong_proof_at: column<Temporal.Instant | null>('パスキーまたはICチップで確認した日時'),
      id_token_sealed: sealed<string, { session_hash: string }>({
        aad: (row) => idTokenAad(row.session_hash),
        omit: 'secret',
      }),
      user_agent: column<string>({ title: '端末', show: deviceWords }),
      /** With its last part hidden; empty where it is not known. */
      address_masked: column<Generated<string>>('IPアドレス（一部）'),
      device_hash: secret<string | null>(),
      /** The first login from its device, while the account knew others. */
      is_new_device: column<Generated<boolean>>('はじめての端末'),
      /** The role by which the login stands at the contract of another. */
      family_role_id: internal<string | null>(),
      ended_at: column<Temporal.Instant | null>('ログアウトした日時'),
      /** By somebody, not by its own logout: what the provider still knows lets nobody in again (docs/decisions/126). */
      is_shut_out: column<Generated<boolean>>('ほかの端末や窓口から終わらせたもの'),
    },
  ),
  /**
   * Browsers an account has logged in from. What lies in the browser is random; stored of it is a hash that is the
   * account's own.
   */
  table(
    'device',
    ofAccount('お使いの端末', 'account', {
      earlier: {
        // Longer than a browser keeps what names it.
        words: '最後のログインから400日',
        when: ({ now }) => sql`last_seen_at < ${now.subtract({ hours: 24 * 400 })}`,
      },
    }),
    {
      device_hash: secret<string>(),
      /** The same without the account: what lies in a browser is one account's, and new for the next. */
      browser_hash: secret<Generated<string | null>>(),
      first_seen_at: column<Temporal.Instant>('はじめてのログイン'),
      last_seen_at: column<Temporal.Instant>('最後のログイン'),
      /** From here on what is ordered from it waits for nothing. */
      known_from: column<Temporal.Instant>('いつもの端末とみなす日時'),
    },
  ),
]
