import { fromJson, held, left, said } from '#backend/held.ts'
import { verifiedIdentityAad } from '#backend/verified-identity.ts'
import { identityStateWords } from '#vocabulary/states/identity.ts'
import { expectedAad } from './rows.ts'

export const identityHeld = [
  held({
    table: 'verified_identity',
    by: 'account_id',
    title: '本人確認の結果',
    kept: { for: 'identity' },
    columns: {
      account_id: left.key,
      identity_sealed: {
        title: '確認した内容',
        show: (row, sealing) =>
          fromJson(sealing.open(verifiedIdentityAad(row.account_id), row.identity_sealed)),
      },
      method: said('方法', 'method', { ic_chip: '本人確認書類のICチップの読み取り' }),
      verified_on: '確認日',
      verified_at: '確認日時',
    },
  }),
  held({
    table: 'identity_decision',
    by: 'account_id',
    title: '本人確認の担当者の判断',
    kept: { for: 'identity' },
    columns: {
      account_id: left.key,
      check_id: left.key,
      decision: said('判断', 'decision', {
        approved: '確認済み',
        refused: 'お受けできず',
        documents_asked: 'ほかの書類のお願い',
      }),
      reason: '理由・お願い',
      decided_at: '判断した日時',
      carried_out_at: '手続きに反映した日時',
    },
  }),
  held({
    table: 'identity_check',
    by: 'account_id',
    title: '本人確認の手続き',
    kept: { for: 'identity' },
    columns: {
      account_id: left.key,
      check_id: left.key,
      contract_id: left.key,
      order_no: '手続きの受付番号',
      state: said('状態', 'state', identityStateWords),
      attempts: '読み取りの回数',
      round: '書類をお願いした回数',
      session_id: left.internal,
      expires_at: '期限',
      verified_on: '確認日',
      failure: {
        title: '確認できなかった理由',
        show: ({ failure }) => (failure === null ? null : failure),
      },
      back_path: left.internal,
      asked: '担当者からのお願い',
      expected_sealed: {
        title: '書類と比べた内容',
        show: ({ check_id: id, expected_sealed: sealed }, sealing) =>
          sealed === null ? null : fromJson(sealing.open(expectedAad(id), sealed)),
      },
      opened_at: '始まった日時',
      changed_at: '最後に進んだ日時',
    },
  }),
]
