import { type RawBuilder, sql } from 'kysely'
import { actorWords } from '#backend/contract/held.ts'
import { type Clocks, details, held, left, said } from '#backend/held.ts'
import { usageKeptFrom } from '#domain/account/kept-for.ts'
import { HOURLY_MONTHS } from '#domain/data/usage-record.ts'
import { startOfDay, toTokyoDate } from '#domain/tokyo.ts'
import { bucketLabels } from '#vocabulary/data.ts'
import { exchangeStateWords } from '#vocabulary/states/exchange.ts'

const speedWords = { high: '高速', low: '低速', throttled: '速度制限中' } as const

const billedLongAgo = (when: (clocks: Clocks) => RawBuilder<boolean>) => ({
  words: '請求から24か月',
  when,
})

const firstKept = ({ now }: Clocks) => usageKeptFrom(toTokyoDate(now))

const usageHeld = [
  held({
    table: 'usage_record',
    by: 'contract_id',
    title: 'データ通信量の記録',
    kept: {
      for: 'usage',
      past: {
        ...billedLongAgo((clocks) => sql`from_at < ${startOfDay(firstKept(clocks))}`),
        // Whole months of records are deleted earlier; their days stay (commands/roll-up-usage.ts).
        words: `利用した月のあと${HOURLY_MONTHS}か月`,
      },
    },
    columns: {
      contract_id: left.key,
      line_id: '回線の識別子',
      from_at: '開始日時',
      to_at: '終了日時',
      record_id: left.key,
      revision: '版',
      high_bytes: '高速（バイト）',
      low_bytes: '低速（バイト）',
      uncovered_bytes: '容量がなかった分（バイト）',
      received_at: '受信日時',
    },
  }),
  held({
    table: 'usage_day',
    by: 'contract_id',
    title: '日ごとのデータ通信量',
    kept: { for: 'usage', past: billedLongAgo((clocks) => sql`day < ${firstKept(clocks)}`) },
    columns: {
      contract_id: left.key,
      line_id: '回線の識別子',
      day: '日',
      high_bytes: '高速（バイト）',
      low_bytes: '低速（バイト）',
      as_of: '集計した日時',
    },
  }),
  held({
    table: 'usage_uncovered',
    by: 'contract_id',
    title: '日ごとの容量がなかった通信量',
    kept: { for: 'usage', past: billedLongAgo((clocks) => sql`day < ${firstKept(clocks)}`) },
    columns: {
      contract_id: left.key,
      line_id: '回線の識別子',
      day: '日',
      uncovered_bytes: '通信量（バイト）',
    },
  }),
  held({
    table: 'usage_finding',
    by: 'contract_id',
    title: 'データ通信量の照合',
    kept: { for: 'usage' },
    columns: {
      contract_id: left.key,
      line_id: '回線の識別子',
      month: '月',
      carrier_high_bytes: '回線設備の高速（バイト）',
      carrier_low_bytes: '回線設備の低速（バイト）',
      our_high_bytes: '当社の高速（バイト）',
      our_low_bytes: '当社の低速（バイト）',
      found_at: '見つけた日時',
      resolved_at: '解決した日時',
    },
  }),
]

const ledgerHeld = [
  held({
    table: 'data_bucket',
    by: 'contract_id',
    title: 'データ容量',
    kept: { for: 'usage' },
    columns: {
      contract_id: left.key,
      bucket_id: '容量の識別子',
      kind: said('種類', 'kind', bucketLabels),
      base_month: '基本データの月',
      granted_bytes: '付与（バイト）',
      remaining_bytes: '残り（バイト）',
      granted_at: '付与日時',
      expires_at: '有効期限',
    },
  }),
  held({
    table: 'data_entry',
    by: 'contract_id',
    title: 'データ容量の出入り',
    kept: { for: 'usage' },
    columns: {
      contract_id: left.key,
      position: '順番',
      bucket_id: '容量の識別子',
      line_id: '回線の識別子',
      kind: said('種類', 'kind', {
        grant: '付与',
        use: '利用',
        adjust: '訂正',
        expire: '期限切れ',
        transfer: '繰り越し',
      }),
      bytes: '増減（バイト）',
      occurred_at: '日時',
      recorded_at: '記録日時',
      ends_at: '容量の有効期限',
      source: left.internal,
      number: left.internal,
    },
  }),
  held({
    table: 'data_ledger',
    by: 'contract_id',
    title: 'データの利用記録の締め',
    kept: { for: 'usage' },
    columns: {
      contract_id: left.key,
      position: left.internal,
      recorded_at: '記録日時',
      latest_at: '日時',
    },
  }),
  held({
    table: 'data_opening',
    by: 'contract_id',
    title: 'データ容量の繰り越し時点',
    kept: { for: 'usage' },
    columns: { contract_id: left.key, at: '日時', buckets: details('容量', 'buckets') },
  }),
  held({
    table: 'ledger_due',
    by: 'contract_id',
    title: '集計を待つデータ通信量',
    kept: { for: 'usage' },
    columns: {
      contract_id: left.key,
      due_id: left.key,
      since: '日時',
      line_id: '回線の識別子',
      record_id: left.key,
      bytes: '通信量（バイト）',
      received_at: '受信日時',
    },
  }),
  held({
    table: 'calendar_note',
    by: 'contract_id',
    title: '付与と期限の確認を待つ契約',
    kept: { for: 'usage' },
    columns: { contract_id: left.key },
  }),
]

const speedHeld = [
  held({
    table: 'high_speed_change',
    by: 'contract_id',
    title: '高速データ通信の切り替え',
    kept: { for: 'usage' },
    columns: {
      contract_id: left.key,
      line_id: '回線の識別子',
      change_id: left.key,
      turned_on: '入',
      actor: said('切り替えた人', 'actor', actorWords),
      account_id: left.key,
      reason: '理由',
      changed_at: '日時',
      carrier_state: said('回線設備の応答', 'carrier_state', exchangeStateWords),
      carrier_answered_at: '応答日時',
      sequence: left.internal,
    },
  }),
  held({
    table: 'speed_decision',
    by: 'contract_id',
    title: '速度の切り替え',
    kept: { for: 'usage' },
    columns: {
      contract_id: left.key,
      line_id: '回線の識別子',
      decision_id: left.key,
      speed: said('速度', 'speed', speedWords),
      decided_at: '日時',
      carrier_state: said('回線設備の応答', 'carrier_state', exchangeStateWords),
      carrier_answered_at: '応答日時',
      sequence: left.internal,
    },
  }),
]

export const dataHeld = [...usageHeld, ...ledgerHeld, ...speedHeld]
