import { type Generated, sql } from 'kysely'
import { z } from 'zod'
import { loginNameAad, profileAad } from '#backend/holder.ts'
import { column, internal, ofAccount, said, sealed, secret, table } from '#backend/table.ts'
import { profileFieldLabels } from '#vocabulary/profile.ts'
import { profileEditStateWords } from '#vocabulary/states/profile-edit.ts'
import type { ContactPlace } from '#domain/account/contact-code.ts'
import { codeContactAad, draftAad, editAad, parseChanges, parseDraft } from './rows.ts'

const profileTitles: Readonly<Record<string, string>> = {
  ...profileFieldLabels,
  name: '氏名',
  birthYear: '生年',
  birthMonth: '誕生月',
  birthDay: '誕生日',
  gender: '性別',
}
const texts = z.record(z.string(), z.string())
const places = {
  oldEmail: '変更前のメールアドレス',
  newEmail: '変更後のメールアドレス',
  oldPhone: '変更前の電話番号',
  newPhone: '変更後の電話番号',
} as const

const titled = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [profileTitles[name] ?? name, value]),
  )

export const accountTables = [
  table('account', ofAccount('お客さま情報', 'account'), {
    subject: internal<string>(),
    login_name_sealed: sealed<string, { account_id: string }>({
      aad: (row) => loginNameAad(row.account_id),
      title: 'ログインID',
    }),
    /** Sealed JSON of the profile fields the specification shows (section 3). */
    profile_sealed: sealed<string, { account_id: string }>({
      aad: (row) => profileAad(row.account_id),
      title: '登録情報',
      show: (plain) => titled(texts.parse(JSON.parse(plain))),
    }),
    email_index: internal<string>(),
    staff: internal<Generated<boolean>>(),
    created_at: column<Temporal.Instant>('アカウントを作った日時'),
  }),
  /** Changes of the profile that a member has asked for; one is open at a time. */
  table('profile_edit', ofAccount('登録情報の変更', 'account'), {
    edit_no: column<string>('受付番号'),
    state: column<string>(said('状態', profileEditStateWords)),
    /** Sealed JSON: the fields that change, before and after. */
    changes_sealed: sealed<string, { edit_no: string }>({
      aad: (row) => editAad(row.edit_no),
      title: '変更の内容',
      show: (plain) => {
        const { before, after } = parseChanges(plain)
        return { 変更前: titled(before), 変更後: titled(after) }
      },
    }),
    needs_proof: column<boolean>('本人確認が必要'),
    submitted_at: column<Temporal.Instant>('受付日時'),
    changed_at: column<Temporal.Instant>('最後に進んだ日時'),
    decided_at: column<Temporal.Instant | null>('終わった日時'),
    /** It comes into force no sooner: it followed a login from a new device. */
    held_until: column<Temporal.Instant | null>('保留の期限'),
  }),
  /**
   * A change of the profile that was sent when the second factor had grown old: shown again after it, in the same
   * browser only.
   */
  table(
    'profile_draft',
    ofAccount('送信の途中の変更', 'account', {
      earlier: { words: '送信から1日以内', when: ({ now }) => sql`kept_until < ${now}` },
    }),
    {
      device_hash: internal<string>(),
      changes_sealed: sealed<string, { account_id: string }>({
        aad: (row) => draftAad(row.account_id),
        title: '変更の内容',
        show: (plain) => titled(parseDraft(plain)),
      }),
      kept_until: column<Temporal.Instant>('期限'),
    },
  ),
  /**
   * Codes sent to the old and the new contact. Stored is a keyed hash: six digits under a plain one would be
   * guessed.
   */
  table('contact_code', ofAccount('確認コードの送信', 'account'), {
    edit_no: column<string>('変更の受付番号'),
    place: column<'oldEmail' | 'newEmail' | 'oldPhone' | 'newPhone'>(said('送信先の種類', places)),
    contact_sealed: sealed<string, { edit_no: string; place: ContactPlace }>({
      aad: (row) => codeContactAad(row.edit_no, row.place),
      title: '送信先',
    }),
    code_hash: secret<string>(),
    sent_count: column<number>('送信した回数'),
    tries: column<number>('入力された回数'),
    expires_at: column<Temporal.Instant>('有効期限'),
    resend_from: internal<Temporal.Instant>(),
    confirmed_at: column<Temporal.Instant | null>('確認された日時'),
  }),
]
