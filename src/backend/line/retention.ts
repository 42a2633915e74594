import { sql } from 'kysely'
import { held, inYen, left, said } from '#backend/held.ts'
import { usageKeptFrom } from '#domain/account/kept-for.ts'
import { startOfDay, toTokyoDate } from '#domain/tokyo.ts'
import { callKindLabels, flatRateWords } from '#vocabulary/call.ts'
import { taxNames } from '#vocabulary/price.ts'
import { exchangeStateWords } from '#vocabulary/states/exchange.ts'
import { isOfHolder, shownNumber } from './queries/call-log.ts'
import { imeiAad } from './rows/devices.ts'

export const lineHeld = [
  held({
    table: 'call_record',
    by: 'contract_id',
    title: '通話・SMSの記録',
    kept: {
      for: 'usage',
      past: {
        words: '請求から24か月',
        when: ({ now }) => sql`started_at < ${startOfDay(usageKeptFrom(toTokyoDate(now)))}`,
      },
    },
    readable: isOfHolder('t'),
    columns: {
      contract_id: left.key,
      line_id: '回線の識別子',
      record_id: '記録の番号',
      kind: said('種類', 'kind', callKindLabels),
      started_at: '開始日時',
      duration_seconds: '通話時間（秒）',
      characters: '文字数',
      to_masked: left.internal,
      to_sealed: {
        title: '相手先',
        show: (row, sealing, { wholeNumbers: unmasked }) => shownNumber(row, { unmasked }, sealing),
      },
      units: '数量',
      free_seconds: '無料になった秒数',
      figure_key: left.internal,
      rate_valid_from: '料金表の日付',
      unit_tenths_yen: inYen('単価（円）', 'unit_tenths_yen'),
      amount_tenths_yen: inYen('金額（円）', 'amount_tenths_yen'),
      tax: said('税', 'tax', taxNames),
      received_at: '受信日時',
      revision: '版',
      superseded_at: '新しい版に替わった日時',
      flat_rate: {
        title: '10分かけ放題',
        show: ({ flat_rate: rate }) => (rate === null ? null : flatRateWords[rate]),
      },
    },
  }),
  held({
    table: 'line_device',
    by: 'contract_id',
    title: 'SIMを入れた端末',
    kept: { for: 'settings' },
    columns: {
      contract_id: left.key,
      line_id: '回線の識別子',
      device_id: left.key,
      maker: 'メーカー',
      name: '端末',
      imei_sealed: {
        title: '製造番号（IMEI）',
        show: (row, sealing) => sealing.open(imeiAad(row.device_id), row.imei_sealed),
      },
      first_seen_on: 'はじめて使った日',
      last_seen_at: '最後に使った日時',
    },
  }),
  held({
    table: 'malware_block_change',
    by: 'contract_id',
    title: 'マルウェアの通信を止める設定の切り替え',
    kept: { for: 'usage' },
    columns: {
      contract_id: left.key,
      line_id: '回線の識別子',
      change_id: left.key,
      turned_on: '入',
      account_id: left.key,
      changed_at: '切り替えた日時',
      carrier_state: said('回線設備の応答', 'carrier_state', exchangeStateWords),
      carrier_answered_at: '応答日時',
    },
  }),
]
