import { held, left, said } from '#backend/held.ts'
import { partnerAad } from './rows.ts'

const grantStateWords = {
  sent: '手続き中',
  unknown: '応答を確認中',
  ok: '完了',
  refused: 'できませんでした',
} as const

export const pointHeld = [
  held({
    table: 'point_grant',
    by: 'contract_id',
    title: '請求のポイント',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      month: 'ご利用月',
      order_id: left.key,
      partner_id_sealed: {
        title: '提携先のID',
        show: ({ contract_id: id, partner_id_sealed: sealed }, sealing) =>
          sealing.open(partnerAad(id), sealed),
      },
      points: 'ポイント（取り消しはマイナス）',
      moved_points: '提携先が動かしたポイント',
      state: said('状態', 'state', grantStateWords),
      reason: 'できなかった理由',
      asked_at: '依頼日時',
      answered_at: '提携先の応答日時',
    },
  }),
]
