import { sql } from 'kysely'
import {
  column,
  fromJson,
  internal,
  ofAccount,
  said,
  sealed,
  secret,
  table,
} from '#backend/table.ts'
import { partnerLinkStateWords } from '#vocabulary/states/partner-link.ts'
import { checksAad, codeAad, idAad, surveyAnswersAad } from './rows.ts'

export const partnerTables = [
  /**
   * The account's word on giving data to the points partner. Rows are only added: the latest is in force, the
   * earlier ones prove what was agreed to, in which version, and when.
   */
  table('partner_consent', ofAccount('ポイントの提携先への提供の同意', 'account'), {
    sequence: column<number>('回数'),
    agreed: column<boolean>('同意'),
    text_version: column<string>('同意文の版'),
    at: column<Temporal.Instant>('日時'),
  }),
  /** The account's link to the points partner; by the blind index one member id there is linked once. */
  table('partner_link', ofAccount('ポイントの連携', 'account'), {
    status: column<string>(said('状態', partnerLinkStateWords)),
    partner_id_sealed: sealed<string | null, { account_id: string }>({
      aad: (row) => idAad(row.account_id),
      title: '連携先のID',
    }),
    partner_id_index: internal<string | null>(),
    /** Where the member goes on after the visit that was begun. */
    back_path: internal<string | null>(),
    linked_at: column<Temporal.Instant | null>('連携した日時'),
    changed_at: column<Temporal.Instant>('最後に変わった日時'),
  }),
  /** A visit to the partner's login that was begun: counts once, for the session that began it, for ten minutes. */
  table(
    'partner_link_attempt',
    ofAccount('ポイントの連携の手続き', 'account', {
      earlier: {
        words: '手続きから1日',
        when: ({ now }) => sql`begun_at < ${now.subtract({ hours: 24 })}`,
      },
    }),
    {
      state_hash: secret<string>(),
      session_hash: secret<string>(),
      /** Sealed JSON: state, nonce, verifier. */
      checks_sealed: sealed<string, { state_hash: string }>({
        aad: (row) => checksAad(row.state_hash),
        omit: 'secret',
      }),
      back_path: internal<string>(),
      begun_at: column<Temporal.Instant>('始めた日時'),
      /** The partner's code, from its return until it is exchanged. */
      code_sealed: sealed<string | null, { state_hash: string }>({
        aad: (row) => codeAad(row.state_hash),
        omit: 'secret',
      }),
      used_at: column<Temporal.Instant | null>('戻った日時'),
    },
  ),
  /** What an account has answered to a version of the survey; answering again replaces it. */
  table('survey_answer', ofAccount('アンケートの回答', 'account'), {
    survey_id: column<string>('アンケート'),
    answers_sealed: sealed<string, { account_id: string; survey_id: string }>({
      aad: (row) => surveyAnswersAad(row.account_id, row.survey_id),
      title: '回答',
      show: fromJson,
    }),
    answered_at: column<Temporal.Instant>('回答日時'),
  }),
]
