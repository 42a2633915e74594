import { sql } from 'kysely'
import { fromJson, held, left, said } from '#backend/held.ts'
import { successionStateWords, successionWishLabels } from '#vocabulary/succession.ts'
import { endingOf, openDocument } from './rows/documents.ts'
import { successionAad } from './rows/successions.ts'

/** Ours: papers are retained as long as a decision may be contested; those of a rejected or withdrawn succession are deleted earlier. */
const DAYS_OF_ACCEPTED = 365
const DAYS_OF_OTHERS = 90

export const successionHeld = [
  held({
    table: 'succession',
    by: 'account_id',
    title: '名義変更（承継）のお手続き',
    kept: { for: 'account' },
    columns: {
      account_id: left.key,
      succession_id: left.key,
      contract_id: left.key,
      state: said('状態', 'state', successionStateWords),
      wish: said('ご希望', 'wish', successionWishLabels),
      answers_sealed: {
        title: '入力した内容',
        show: (row, sealing) =>
          fromJson(sealing.open(successionAad(row.succession_id), row.answers_sealed)),
      },
      identity_ref: left.internal,
      card_sealed: left.secret,
      card_brand: 'カードのブランド',
      card_last4: 'カードの下4桁',
      card_expires: 'カードの有効期限',
      order_no: '受付番号',
      birth_index: left.internal,
      terms_version: '同意した重要事項の版',
      asked: 'お願いした書類',
      reason: 'お受けできなかった理由',
      decision: left.internal,
      decision_reason: left.internal,
      decision_at: left.internal,
      decision_pauses: left.internal,
      stop_hash: left.secret,
      stop_sealed: left.secret,
      shown_at: left.internal,
      pause_from: left.internal,
      paused_at: left.internal,
      moves_from: 'ご契約者への確認が終わる日時',
      created_at: '始めた日時',
      changed_at: '最後に変わった日時',
      submitted_at: '申し込んだ日時',
      asked_at: '書類をお願いした日時',
      closed_at: '終わった日時',
    },
  }),
  held({
    table: 'succession_document',
    by: 'account_id',
    title: '名義変更（承継）の書類',
    kept: {
      for: 'account',
      past: {
        words: `お手続きが終わってから${DAYS_OF_ACCEPTED}日（お受けできなかったときなどは${DAYS_OF_OTHERS}日）`,
        when: ({ now }) => sql`exists (select 1 from succession as s
          where s.account_id = succession_document.account_id
            and s.succession_id = succession_document.succession_id
            and s.closed_at < case s.state
              when 'accepted' then ${daysBefore(now, DAYS_OF_ACCEPTED)}::timestamptz
              else ${daysBefore(now, DAYS_OF_OTHERS)}::timestamptz end)`,
      },
    },
    columns: {
      account_id: left.key,
      document_id: left.key,
      succession_id: left.key,
      kind: '形式',
      file_sealed: left.internal,
      size_bytes: '大きさ（バイト）',
      given_index: left.internal,
      taken_in_at: '受け取った日時',
    },
    file: (row, sealing) => ({
      name: `succession-${row.document_id}.${endingOf(row.kind)}`,
      bytes: openDocument(sealing, row),
    }),
  }),
]

const daysBefore = (now: Temporal.Instant, days: number) =>
  now.subtract({ hours: 24 * days }).toString()
