import type { ColumnType, Generated } from 'kysely'
import {
  column,
  fromJson,
  internal,
  key,
  ofAccount,
  said,
  sealed,
  secret,
  stays,
  table,
} from '#backend/table.ts'
import { applicationStateWords } from '#vocabulary/application.ts'
import { applicationCardAad } from './rows/card.ts'
import { answersAad, linkAad, numberAad } from './rows/answers.ts'

export const applicationTables = [
  /** Applications for a contract, from the first answer on; a row is deleted when it is given up. */
  table('application', ofAccount('新規のお申し込み', 'account'), {
    application_id: key<string>(),
    /** Of the secret in the applicant's cookie. */
    handle_hash: secret<string>(),
    /** From the login on the way; a draft of an account is found from its other devices too. */
    account_id: key<string | null>(),
    state: column<string>(said('状態', applicationStateWords)),
    /** Sealed JSON of every answer (domain/application/answers.ts). */
    answers_sealed: sealed<string, { application_id: string }>({
      aad: (row) => answersAad(row.application_id),
      title: '入力した内容',
      show: fromJson,
    }),
    /** Counts every saving, and which of them saved a step last: two tabs do not undo each other. */
    version: internal<Generated<number>>(),
    /** The version that last saved each step, by its key: `kind.2`. */
    step_versions: internal<ColumnType<Record<string, number>, string | undefined, string>>(),
    is_personal: internal<Generated<boolean>>(),
    /** What its identity check is named by; another one when the holder is changed after it. */
    identity_ref: internal<string>(),
    card_sealed: sealed<string | null, { application_id: string }>({
      aad: (row) => applicationCardAad(row.application_id),
      omit: 'secret',
    }),
    card_brand: column<string | null>('カードのブランド'),
    card_last4: column<string | null>('カードの下4桁'),
    card_expires: column<string | null>('カードの有効期限'),
    order_no: column<string | null>('受付番号'),
    contract_id: key<string | null>(),
    person_index: internal<string | null>(),
    namesake_index: internal<string | null>(),
    name_index: internal<string | null>(),
    sound_index: internal<string | null>(),
    phone_index: internal<string | null>(),
    address_index: internal<string | null>(),
    birth_index: internal<string | null>(),
    /** Why staff have to look at it. */
    doubt: internal<string | null>(),
    reason: column<string | null>('お受けできなかった理由'),
    /** Of staff, until the worker has carried it out and after. */
    decision: internal<'accept' | 'reject' | null>(),
    decision_at: internal<Temporal.Instant | null>(),
    created_at: column<Temporal.Instant>('始めた日時'),
    changed_at: column<Temporal.Instant>('最後に変わった日時'),
    expires_at: column<Temporal.Instant>('入力を残しておく期限'),
    reminded_at: column<Temporal.Instant | null>('お知らせした日時'),
    submitted_at: column<Temporal.Instant | null>('申し込んだ日時'),
    decided_at: column<Temporal.Instant | null>('確認が済んだ日時'),
    closed_at: column<Temporal.Instant | null>('終わった日時'),
    /**
     * A withdrawal of what the carrier is preparing is asked for first; it is over when every line has been stopped.
     */
    withdraw_asked_at: column<Temporal.Instant | null>('取り消しを申し出た日時'),
  }),
  /** A visit to the old carrier's page: who went, for which number, and where to go back to. */
  table('application_visit', stays('deleted with its application'), {
    state_hash: internal<string>(),
    application_id: internal<string>(),
    line: internal<number>(),
    number_sealed: sealed<string, { state_hash: string }>({
      aad: (row) => numberAad(row.state_hash),
      omit: 'internal',
    }),
    back_path: internal<string>(),
    begun_at: internal<Temporal.Instant>(),
    ended_at: internal<Temporal.Instant | null>(),
  }),
  /** Links to go on elsewhere, by mail to an address that was typed. */
  table('application_link', stays('deleted with its application'), {
    code_hash: internal<string>(),
    application_id: internal<string>(),
    /** Address and link until they are sent. */
    link_sealed: sealed<string | null, { code_hash: string }>({
      aad: (row) => linkAad(row.code_hash),
      omit: 'secret',
    }),
    sent_at: internal<Temporal.Instant>(),
    expires_at: internal<Temporal.Instant>(),
    used_at: internal<Temporal.Instant | null>(),
  }),
]
