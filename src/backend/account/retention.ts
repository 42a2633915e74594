import { sql } from 'kysely'
import { held, left, said } from '#backend/held.ts'
import { loginNameAad, profileAad } from '#backend/holder.ts'
import { profileFieldLabels } from '#vocabulary/profile.ts'
import { profileEditStateWords } from '#vocabulary/states/profile-edit.ts'
import { openChanges, openContact, openDraft } from './rows.ts'
import { contactMessageAad } from '#backend/mail/contact-messages.ts'
import { z } from 'zod'

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

export const accountHeld = [
  held({
    table: 'account',
    by: 'account_id',
    title: 'お客さま情報',
    kept: { for: 'account' },
    columns: {
      account_id: left.key,
      subject: left.internal,
      login_name_sealed: {
        title: 'ログインID',
        show: (row, sealing) => sealing.open(loginNameAad(row.account_id), row.login_name_sealed),
      },
      profile_sealed: {
        title: '登録情報',
        show: (row, sealing) =>
          titled(
            texts.parse(JSON.parse(sealing.open(profileAad(row.account_id), row.profile_sealed))),
          ),
      },
      email_index: left.internal,
      staff: left.internal,
      created_at: 'アカウントを作った日時',
    },
  }),
  held({
    table: 'profile_edit',
    by: 'account_id',
    title: '登録情報の変更',
    kept: { for: 'account' },
    columns: {
      account_id: left.key,
      edit_no: '受付番号',
      state: said('状態', 'state', profileEditStateWords),
      changes_sealed: {
        title: '変更の内容',
        show: (row, sealing) => {
          const { before, after } = openChanges(sealing, row)
          return { 変更前: titled(before), 変更後: titled(after) }
        },
      },
      needs_proof: '本人確認が必要',
      submitted_at: '受付日時',
      changed_at: '最後に進んだ日時',
      decided_at: '終わった日時',
      held_until: '保留の期限',
    },
  }),
  held({
    table: 'profile_draft',
    by: 'account_id',
    title: '送信の途中の変更',
    kept: {
      for: 'account',
      past: { words: '送信から1日以内', when: ({ now }) => sql`kept_until < ${now}` },
    },
    columns: {
      account_id: left.key,
      device_hash: left.internal,
      changes_sealed: {
        title: '変更の内容',
        show: (row, sealing) => titled(openDraft(sealing, row.account_id, row.changes_sealed)),
      },
      kept_until: '期限',
    },
  }),
  held({
    table: 'contact_code',
    by: 'account_id',
    title: '確認コードの送信',
    kept: { for: 'account' },
    columns: {
      account_id: left.key,
      edit_no: '変更の受付番号',
      place: said('送信先の種類', 'place', places),
      contact_sealed: {
        title: '送信先',
        show: (row, sealing) => openContact(sealing, row),
      },
      code_hash: left.secret,
      sent_count: '送信した回数',
      tries: '入力された回数',
      expires_at: '有効期限',
      resend_from: left.internal,
      confirmed_at: '確認された日時',
    },
  }),
  held({
    table: 'contact_message',
    by: 'account_id',
    title: '確認コードなどの連絡',
    kept: {
      for: 'account',
      // Their text is emptied once sent; the rows serve only to answer questions.
      past: {
        words: '送信から30日',
        when: ({ now }) => sql`queued_at < ${now.subtract({ hours: 24 * 30 })}`,
      },
    },
    columns: {
      account_id: left.key,
      message_id: left.key,
      channel: said('送信方法', 'channel', { mail: 'メール', sms: 'SMS' }),
      contact_sealed: {
        title: '送信先',
        show: (row, sealing) =>
          sealing.open(contactMessageAad.contact(row.message_id), row.contact_sealed),
      },
      subject: '件名',
      // The text of a code that is not sent yet contains the code.
      body_sealed: left.secret,
      state: said('状態', 'state', {
        queued: '送信待ち',
        sent: '送信済み',
        failed: '送信できず',
        outdated: '期限切れ',
      }),
      queued_at: '作成日時',
      useful_until: left.internal,
      sent_at: '送信日時',
    },
  }),
]
