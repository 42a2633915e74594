import { sql } from 'kysely'
import { fromJson, held, left, said } from '#backend/held.ts'
import { partnerLinkStateWords } from '#vocabulary/states/partner-link.ts'
import { openPartnerId, surveyAnswersAad } from './rows.ts'

export const partnerHeld = [
  held({
    table: 'partner_consent',
    by: 'account_id',
    title: 'ポイントの提携先への提供の同意',
    kept: { for: 'account' },
    columns: {
      account_id: left.key,
      sequence: '回数',
      agreed: '同意',
      text_version: '同意文の版',
      at: '日時',
    },
  }),
  held({
    table: 'partner_link',
    by: 'account_id',
    title: 'ポイントの連携',
    kept: { for: 'account' },
    columns: {
      account_id: left.key,
      status: said('状態', 'status', partnerLinkStateWords),
      partner_id_sealed: {
        title: '連携先のID',
        show: (row, sealing) => openPartnerId(sealing, row) ?? null,
      },
      partner_id_index: left.internal,
      back_path: left.internal,
      linked_at: '連携した日時',
      changed_at: '最後に変わった日時',
    },
  }),
  held({
    table: 'partner_link_attempt',
    by: 'account_id',
    title: 'ポイントの連携の手続き',
    kept: {
      for: 'account',
      past: {
        words: '手続きから1日',
        when: ({ now }) => sql`begun_at < ${now.subtract({ hours: 24 })}`,
      },
    },
    columns: {
      account_id: left.key,
      state_hash: left.secret,
      session_hash: left.secret,
      checks_sealed: left.secret,
      back_path: left.internal,
      begun_at: '始めた日時',
      code_sealed: left.secret,
      used_at: '戻った日時',
    },
  }),
  held({
    table: 'survey_answer',
    by: 'account_id',
    title: 'アンケートの回答',
    kept: { for: 'account' },
    columns: {
      account_id: left.key,
      survey_id: 'アンケート',
      answers_sealed: {
        title: '回答',
        show: ({ account_id: id, survey_id: survey, answers_sealed: sealed }, sealing) =>
          fromJson(sealing.open(surveyAnswersAad(id, survey), sealed)),
      },
      answered_at: '回答日時',
    },
  }),
]
