import { type Generated, sql } from 'kysely'
import {
  column,
  fromJson,
  internal,
  key,
  ofAccount,
  said,
  sealed,
  secret,
  table,
} from '#backend/table.ts'
import {
  type SuccessionFileKind,
  type SuccessionRequest,
  successionStateWords,
  successionRequestLabels,
} from '#vocabulary/succession.ts'
import { successionCardAad } from './rows/card.ts'
import { endingOf, fileAad, openDocument } from './rows/documents.ts'
import { stopAad, successionAad } from './rows/successions.ts'

/** Ours: for as long as the decision may be contested; papers of a refused or withdrawn one are deleted earlier. */
const DAYS_OF_ACCEPTED = 365
const DAYS_OF_OTHERS = 90

const daysBefore = (now: Temporal.Instant, days: number) =>
  now.subtract({ hours: 24 * days }).toString()

export const successionTables = [
  /** Successions to a contract after a death (docs/decisions/068). */
  table('succession', ofAccount('名義変更（承継）のお手続き', 'account'), {
    succession_id: key<string>(),
    /** Of the person who has died; found by number, kana and birthday. */
    contract_id: key<string>(),
    state: column<string>(said('状態', successionStateWords)),
    wish: column<SuccessionRequest>(said('ご希望', successionRequestLabels)),
    /** Sealed JSON of what was typed (backend/succession/rows.ts). */
    answers_sealed: sealed<string, { succession_id: string }>({
      aad: (row) => successionAad(row.succession_id),
      title: '入力した内容',
      show: fromJson,
    }),
    /** What the heir's identity check is named by; another one when the heir is changed after it. */
    identity_ref: internal<string>(),
    card_sealed: sealed<string | null, { succession_id: string }>({
      aad: (row) => successionCardAad(row.succession_id),
      omit: 'secret',
    }),
    card_brand: column<string | null>('カードのブランド'),
    card_last4: column<string | null>('カードの下4桁'),
    card_expires: column<string | null>('カードの有効期限'),
    order_no: column<string | null>('受付番号'),
    /** The heir's birthday with the order's number: for the status page. */
    birth_index: internal<string | null>(),
    terms_version: column<string | null>('同意した重要事項の版'),
    /** What our staff wrote to the heir: which papers are asked for, or why not. */
    asked: column<string | null>('お願いした書類'),
    reason: column<string | null>('お受けできなかった理由'),
    /** Of staff, until the worker has carried it out. */
    decision: internal<'accept' | 'ask' | 'reject' | null>(),
    decision_reason: internal<string | null>(),
    decision_at: internal<Temporal.Instant | null>(),
    /** Beside a request for papers: the death is shown, and the contract is to be paused. */
    decision_pauses: internal<Generated<boolean>>(),
    /** Of the link by which the holder stops it; sealed as well, because every message carries it. */
    stop_hash: secret<string | null>(),
    /** The secret of the stop's link, to be sent with every message to the holder. */
    stop_sealed: sealed<string | null, { succession_id: string }>({
      aad: (row) => stopAad(row.succession_id),
      omit: 'secret',
    }),
    /** When staff last took the papers out to read them. */
    shown_at: internal<Temporal.Instant | null>(),
    pause_from: internal<Temporal.Instant | null>(),
    paused_at: internal<Temporal.Instant | null>(),
    moves_from: column<Temporal.Instant | null>('ご契約者への確認が終わる日時'),
    created_at: column<Temporal.Instant>('始めた日時'),
    changed_at: column<Temporal.Instant>('最後に変わった日時'),
    submitted_at: column<Temporal.Instant | null>('申し込んだ日時'),
    asked_at: column<Temporal.Instant | null>('書類をお願いした日時'),
    closed_at: column<Temporal.Instant | null>('終わった日時'),
  }),
  table(
    'succession_document',
    ofAccount('名義変更（承継）の書類', 'account', {
      earlier: {
        words: `お手続きが終わってから${DAYS_OF_ACCEPTED}日（お受けできなかったときなどは${DAYS_OF_OTHERS}日）`,
        when: ({ now }) => sql`exists (select 1 from succession as s
          where s.account_id = succession_document.account_id
            and s.succession_id = succession_document.succession_id
            and s.closed_at < case s.state
              when 'accepted' then ${daysBefore(now, DAYS_OF_ACCEPTED)}::timestamptz
              else ${daysBefore(now, DAYS_OF_OTHERS)}::timestamptz end)`,
      },
    }),
    {
      document_id: key<string>(),
      succession_id: key<string>(),
      kind: column<SuccessionFileKind>('形式'),
      file_sealed: sealed<Buffer, { document_id: string }>({
        aad: (row) => fileAad(row.document_id),
        omit: 'internal',
      }),
      size_bytes: column<number>('大きさ（バイト）'),
      /** Of what was sent: the same file sent twice is stored once. */
      given_index: internal<string>(),
      taken_in_at: column<Temporal.Instant>('受け取った日時'),
    },
    (row, sealing) => ({
      name: `succession-${row.document_id}.${endingOf(row.kind)}`,
      bytes: openDocument(sealing, row),
    }),
  ),
]
