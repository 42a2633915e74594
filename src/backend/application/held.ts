import { fromJson, held, left, said } from '#backend/held.ts'
import { applicationStateWords } from '#vocabulary/application.ts'
import { answersPlace } from './rows.ts'

export const applicationHeld = [
  held({
    table: 'application',
    by: 'account_id',
    title: '新規のお申し込み',
    kept: { for: 'account' },
    columns: {
      application_id: left.key,
      handle_hash: left.secret,
      account_id: left.key,
      state: said('状態', 'state', applicationStateWords),
      answers_sealed: {
        title: '入力した内容',
        show: (row, sealing) =>
          fromJson(sealing.open(answersPlace(row.application_id), row.answers_sealed)),
      },
      version: left.internal,
      step_versions: left.internal,
      is_personal: left.internal,
      identity_ref: left.internal,
      card_sealed: left.secret,
      card_brand: 'カードのブランド',
      card_last4: 'カードの下4桁',
      card_expires: 'カードの有効期限',
      order_no: '受付番号',
      contract_id: left.key,
      person_index: left.internal,
      namesake_index: left.internal,
      name_index: left.internal,
      sound_index: left.internal,
      birth_index: left.internal,
      doubt: left.internal,
      reason: 'お受けできなかった理由',
      decision: left.internal,
      decision_at: left.internal,
      created_at: '始めた日時',
      changed_at: '最後に変わった日時',
      expires_at: '入力を残しておく期限',
      reminded_at: 'お知らせした日時',
      submitted_at: '申し込んだ日時',
      decided_at: '確認が済んだ日時',
      closed_at: '終わった日時',
      withdraw_asked_at: '取り消しを申し出た日時',
    },
  }),
  held({
    table: 'contract_holder',
    by: 'contract_id',
    title: '一人一契約の控え',
    kept: { for: 'settings' },
    columns: {
      contract_id: left.key,
      person_index: left.internal,
      namesake_index: left.internal,
      name_index: left.internal,
      sound_index: left.internal,
    },
  }),
]
