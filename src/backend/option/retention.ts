import { held, left } from '#backend/held.ts'
import { options } from '#domain/catalogue/option.ts'
import { openSettings } from './rows.ts'

export const optionHeld = [
  held({
    table: 'option_period',
    by: 'contract_id',
    title: 'オプション',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      period_id: left.key,
      line_id: '回線の識別子',
      option_code: { title: 'オプション', show: (row) => options[row.option_code].name },
      joined_at: '加入日時',
      to_on: '最終日',
      left_at: '止めた日時',
      join_order_no: '手続きの受付番号',
      terms_version: '同意した規約の版',
      settings_sealed: {
        title: '設定',
        show: ({ contract_id: id, option_code: code, line_id: line, ...row }, sealing) => {
          const chosen = openSettings(
            sealing,
            id,
            { code, lineId: line ?? undefined },
            row.settings_sealed,
          )
          return chosen === undefined ? null : { 転送先: chosen.forwardTo }
        },
      },
      // ID and password of the provider's service: they open it.
      activation_sealed: left.secret,
    },
  }),
]
