import {
  type Generated,
  type GeneratedAlways,
  type JSONColumnType,
  type RawBuilder,
  sql,
} from 'kysely'
import type { ExchangeState } from '#backend/carrier/tables.ts'
import { isOfLineUser } from '#backend/contract/family-roles.ts'
import { type CarrierSpeed, actorWords } from '#backend/contract/tables.ts'
import {
  type Clocks,
  type TablesOf,
  column,
  deletedWhen,
  details,
  internal,
  key,
  ofContract,
  said,
  stays,
  table,
  usageStoredFrom,
} from '#backend/table.ts'
import { usageRetainedFrom } from '#domain/account/retention.ts'
import { HOURLY_MONTHS } from '#domain/data/usage-record.ts'
import { type TokyoDate, type TokyoMonth, toTokyoDate } from '#domain/tokyo.ts'
import type { Actor } from '#domain/machine.ts'
import { bucketLabels } from '#vocabulary/data.ts'
import { type AtCap, atCapLabels, type CapPeriod, capPeriodLabels } from '#vocabulary/line-cap.ts'
import { lineCapStateWords } from '#vocabulary/states/line-cap.ts'
import { exchangeStateWords } from '#vocabulary/states/exchange.ts'
import { isNoUsersUse } from './queries/history.ts'
import type { BucketJson } from './rows/buckets.ts'

const speedWords = { high: '高速', low: '低速', throttled: '速度制限中' } as const

const billedLongAgo = (when: (clocks: Clocks) => RawBuilder<boolean>) => ({
  words: '請求から24か月',
  when,
})
const firstRetained = ({ now }: Clocks) => usageRetainedFrom(toTokyoDate(now))

export const dataTables = [
  table(
    'usage_record',
    ofContract('データ通信量の記録', 'usage', {
      earlier: {
        ...billedLongAgo((clocks) => sql`from_at < ${usageStoredFrom(clocks)}`),
        // Whole months go earlier, day by day they stay (usage/roll-up.ts).
        words: `利用した月のあと${HOURLY_MONTHS}か月`,
      },
      readable: sql`not ${isOfLineUser('t', 'from_at')}`,
    }),
    {
      line_id: column<string>('回線の識別子'),
      from_at: column<Temporal.Instant>('開始日時'),
      to_at: column<Temporal.Instant>('終了日時'),
      record_id: key<string>(),
      revision: column<number>('版'),
      high_bytes: column<number>('高速（バイト）'),
      low_bytes: column<number>('低速（バイト）'),
      /** High-speed volume that no bucket could pay: a balance never goes below zero. */
      uncovered_bytes: column<Generated<number>>('容量がなかった分（バイト）'),
      received_at: column<Temporal.Instant>('受信日時'),
    },
  ),
  table(
    'usage_day',
    ofContract('日ごとのデータ通信量', 'usage', {
      earlier: billedLongAgo((clocks) => sql`day < ${firstRetained(clocks)}`),
    }),
    {
      line_id: column<string>('回線の識別子'),
      day: column<TokyoDate>('日'),
      high_bytes: column<number>('高速（バイト）'),
      low_bytes: column<number>('低速（バイト）'),
      as_of: column<Temporal.Instant>('集計した日時'),
    },
  ),
  /**
   * High-speed volume of a day that no bucket could pay, so that what is shown as used is what was taken from the
   * data. Derived from the usage records, and written with them under the contract's lock: no column of usage_day,
   * whose rows the import locks for a whole batch.
   */
  table(
    'usage_uncovered',
    ofContract('日ごとの容量がなかった通信量', 'usage', {
      earlier: billedLongAgo((clocks) => sql`day < ${firstRetained(clocks)}`),
    }),
    {
      line_id: column<string>('回線の識別子'),
      day: column<TokyoDate>('日'),
      uncovered_bytes: column<number>('通信量（バイト）'),
    },
  ),
  /**
   * Where the use of a line lies from before it became its user's own contract: of the days on which the person was the
   * line's user (docs/decisions/114). The records stay at the contract that paid for them.
   */
  table('usage_former', ofContract('ご家族の契約で使っていた期間', 'usage'), {
    line_id: column<string>('回線の識別子'),
    from_contract_id: internal<string>(),
    from_line_id: internal<string>(),
    since: column<TokyoDate>('最初の日'),
    until: column<TokyoDate>('最後の日'),
  }),
  /** A month of a line in which the carrier's total and ours differ. */
  table('usage_finding', ofContract('データ通信量の照合', 'usage'), {
    line_id: column<string>('回線の識別子'),
    month: column<TokyoMonth>('月'),
    carrier_high_bytes: column<number>('回線設備の高速（バイト）'),
    carrier_low_bytes: column<number>('回線設備の低速（バイト）'),
    our_high_bytes: column<number>('当社の高速（バイト）'),
    our_low_bytes: column<number>('当社の低速（バイト）'),
    found_at: column<Temporal.Instant>('見つけた日時'),
    /** Once they agree again. */
    resolved_at: column<Temporal.Instant | null>('解決した日時'),
  }),
  /** A grant is a fact and stands here; a carry-over is what a month rollover left of a base. */
  table('data_bucket', ofContract('データ容量', 'usage'), {
    bucket_id: column<string>('容量の識別子'),
    kind: column<'base' | 'carry' | 'topup' | 'topup_no_carry' | 'gift' | 'bonus'>(
      said('種類', bucketLabels),
    ),
    /** The month of the base grant that it is, or carries from. */
    base_month: column<TokyoMonth | null>('基本データの月'),
    granted_bytes: column<number>('付与（バイト）'),
    /** Derived: the sum of its entries, as a law proves. */
    remaining_bytes: column<number>('残り（バイト）'),
    granted_at: column<Temporal.Instant>('付与日時'),
    expires_at: column<Temporal.Instant>('有効期限'),
  }),
  /** What has left the pool for another contract, by the bucket it is taken from; a fact. Deleted where it comes back. */
  table('data_transfer', ofContract('ほかの契約へ移したデータ容量', 'usage'), {
    transfer_id: key<string>(),
    bucket_id: column<string>('容量の識別子'),
    bytes: column<number>('移した量（バイト）'),
    ends_at: column<Temporal.Instant>('移した先での有効期限'),
    moved_at: column<Temporal.Instant>('移した日時'),
  }),
  table('data_entry', ofContract('データ容量の出入り', 'usage', { readable: isNoUsersUse('t') }), {
    /** The order in which the entries of a contract were written. */
    position: column<number>('順番'),
    bucket_id: column<string>('容量の識別子'),
    line_id: column<string | null>('回線の識別子'),
    kind: column<'grant' | 'use' | 'adjust' | 'expire' | 'transfer'>(
      said('種類', {
        grant: '付与',
        use: '利用',
        adjust: '訂正',
        expire: '期限切れ',
        transfer: '繰り越し・ギフト',
      }),
    ),
    /** Signed: a grant adds, a use takes. */
    bytes: column<number>('増減（バイト）'),
    occurred_at: column<Temporal.Instant>('日時'),
    recorded_at: column<Temporal.Instant>('記録日時'),
    /** When its bucket ends: the table is partitioned by the month of it. */
    ends_at: column<Temporal.Instant>('容量の有効期限'),
    /** What it comes from: the kind and the id of the fact. */
    source: internal<string>(),
    /** How often the source has spoken of the bucket. */
    number: internal<number>(),
  }),
  /** The last entry of each ledger: asked for with every hour charged, and otherwise to be looked for in all months. */
  table('data_ledger', ofContract('データの利用記録の締め', 'usage'), {
    /** Of the last entry. */
    position: internal<number>(),
    recorded_at: column<Temporal.Instant>('記録日時'),
    /** The latest moment that an entry is about. */
    latest_at: column<Temporal.Instant>('日時'),
    /**
     * Derived: what the lines can use before a cap or a warning of one of them can be reached (`roomOf`), at most. None
     * without caps.
     */
    cap_room_bytes: internal<Generated<number | null>>(),
    /** Derived: until when a line of the contract was at its cap; far ahead while one is (`CAPPED`). */
    capped_until: internal<Generated<Temporal.Instant | null>>(),
  }),
  /**
   * The pool at an instant, so that a replay need not begin with the contract. Derived: it may be deleted at any
   * time.
   */
  table('data_opening', ofContract('データ容量の繰り越し時点', 'usage'), {
    at: column<Temporal.Instant>('日時'),
    buckets: column<JSONColumnType<BucketJson[]>>(details('容量')),
  }),
  /** Facts that came in and are not in the ledger yet. Rows are only inserted and deleted: nobody waits for anybody. */
  table('ledger_due', ofContract('集計を待つデータ通信量', 'usage'), {
    due_id: key<string | null>(),
    since: column<Temporal.Instant>('日時'),
    /** These four only for a record that came in for the first time. */
    line_id: column<string | null>('回線の識別子'),
    record_id: key<string | null>(),
    bytes: column<number | null>('通信量（バイト）'),
    received_at: column<Temporal.Instant | null>('受信日時'),
  }),
  /** Contracts that have changed since then. */
  table('calendar_note', ofContract('付与と期限の確認を待つ契約', 'usage'), {}),
  /** The member's switch. */
  table('high_speed_change', ofContract('高速データ通信の切り替え', 'usage'), {
    line_id: column<string>('回線の識別子'),
    /** Also the id of the exchange with the carrier. */
    change_id: key<string>(),
    turned_on: column<boolean>('入'),
    actor: column<'member' | 'staff' | 'system' | 'carrier'>(said('切り替えた人', actorWords)),
    account_id: key<string | null>(),
    /** Of a member of the family who switched at the contract of another. */
    family_role_id: internal<string | null>(),
    // The member's own press, as `actor` says.
    reason: internal<string>(),
    changed_at: column<Temporal.Instant>('日時'),
    carrier_state: column<ExchangeState>(said('回線設備の応答', exchangeStateWords)),
    carrier_answered_at: column<Temporal.Instant | null>('応答日時'),
    /** Two changes may bear the same instant; under the contract's lock this is their order. */
    sequence: internal<GeneratedAlways<number>>(),
  }),
  /** Our own decisions on a line's speed: pool empty, three-day limit, lifted. */
  table('speed_decision', ofContract('速度の切り替え', 'usage'), {
    line_id: column<string>('回線の識別子'),
    /** Also the id of the exchange with the carrier. */
    decision_id: key<string>(),
    speed: column<CarrierSpeed>(said('速度', speedWords)),
    decided_at: column<Temporal.Instant>('日時'),
    carrier_state: column<ExchangeState>(said('回線設備の応答', exchangeStateWords)),
    carrier_answered_at: column<Temporal.Instant | null>('応答日時'),
    sequence: internal<GeneratedAlways<number>>(),
  }),
  /** A cap as it was set; the newest of a line is in force. */
  table('line_cap', ofContract('回線の上限', 'settings'), {
    line_id: column<string>('回線の識別子'),
    cap_id: key<string>(),
    /** Without a volume the period has no cap; a row without either ends the caps of the line. */
    month_bytes: column<number | null>('1か月の上限（バイト）'),
    day_bytes: column<number | null>('1日の上限（バイト）'),
    at_cap: column<AtCap>(said('上限に来たら', atCapLabels)),
    warn_percent: column<number | null>('知らせる割合（％）'),
    set_at: column<Temporal.Instant>('設定日時'),
    actor: column<Actor>(said('設定した人', actorWords)),
    account_id: key<string | null>(),
    sequence: internal<GeneratedAlways<number>>(),
  }),
  /** An exception for today; what answers a request writes one too. */
  table('line_cap_lift', ofContract('回線の上限の、その日だけの例外', 'settings'), {
    line_id: column<string>('回線の識別子'),
    lift_id: key<string>(),
    /** Up to these volumes; without one the period has no cap while the exception lasts. */
    month_bytes: column<number | null>('この日だけの1か月の上限（バイト）'),
    day_bytes: column<number | null>('この日だけの1日の上限（バイト）'),
    lifted_at: column<Temporal.Instant>('許した日時'),
    until_at: column<Temporal.Instant>('終わる日時'),
    actor: column<Actor>(said('許した人', actorWords)),
    account_id: key<string | null>(),
  }),
  /** A time in which a line was at its cap (`data/steps.ts`). */
  table('line_cap_reach', ofContract('上限に届いていた期間', 'settings'), {
    line_id: column<string>('回線の識別子'),
    reach_id: key<string>(),
    state: column<'reached' | 'lifted'>(said('状態', lineCapStateWords)),
    period: column<CapPeriod>(said('上限の期間', capPeriodLabels)),
    cap_bytes: column<number>('上限（バイト）'),
    used_bytes: column<number>('届いたときの利用（バイト）'),
    reached_at: column<Temporal.Instant>('届いた日時'),
    /** When the carrier had confirmed the low speed: from then on nothing of the line is charged. */
    slow_from: column<Temporal.Instant | null>('低速になった日時'),
    ended_at: column<Temporal.Instant | null>('終わった日時'),
  }),
  /** One row: the moment up to which the calendar's look has seen every contract. */
  table('calendar_look', stays('one row'), {
    singleton: internal<Generated<boolean>>(),
    through: internal<Temporal.Instant>(),
  }),
  /**
   * How far the ledgers' month rollover is, and the parts that are left of it: as with a month's close
   * (docs/decisions/058 and 070).
   */
  table('month_turn', stays('one row a month'), {
    month: internal<TokyoMonth>(),
    began_at: internal<Temporal.Instant>(),
    finished_at: internal<Temporal.Instant | null>(),
    contracts_done: internal<Generated<number>>(),
  }),
  table('month_turn_part', stays('deleted with its month'), {
    month: internal<TokyoMonth>(),
    /** The part's first contract; it goes on to the first contract of the next part. */
    from_id: internal<string>(),
    until_id: internal<string | null>(),
  }),
  /** One row: days before `before` are written in usage_day, those before `writing` are being written. */
  table('usage_day_end', stays('one row'), {
    singleton: internal<Generated<boolean>>(),
    before: internal<TokyoDate>(),
    writing: internal<TokyoDate>(),
  }),
  // Records of lines that we do not know; stored as long as those of the others.
  table(
    'usage_stray',
    deletedWhen((clocks) => sql`received_at < ${usageStoredFrom(clocks)}`),
    {
      line_ref: internal<string>(),
      from_at: internal<Temporal.Instant>(),
      to_at: internal<Temporal.Instant>(),
      record_id: internal<string>(),
      revision: internal<number>(),
      high_bytes: internal<number>(),
      low_bytes: internal<number>(),
      received_at: internal<Temporal.Instant>(),
    },
  ),
  /**
   * Records of a month that is rolled up already (docs/decisions/070): they change nothing any more, and a person
   * looks at them.
   */
  table(
    'usage_late',
    deletedWhen((clocks) => sql`received_at < ${usageStoredFrom(clocks)}`),
    {
      line_ref: internal<string>(),
      from_at: internal<Temporal.Instant>(),
      to_at: internal<Temporal.Instant>(),
      record_id: internal<string>(),
      revision: internal<number>(),
      high_bytes: internal<number>(),
      low_bytes: internal<number>(),
      received_at: internal<Temporal.Instant>(),
    },
  ),
  /** One row: records of use before it are deleted; the ledger's entries of them stay while the contract runs. */
  table('usage_let_go', stays('one row'), {
    singleton: internal<Generated<boolean>>(),
    before: internal<Temporal.Instant>(),
  }),
]

export type DataTables = TablesOf<typeof dataTables> & {
  /** A view: the days that are written, and the sums of the records of the others. */
  usage_by_day: {
    contract_id: string
    line_id: string
    day: TokyoDate
    high_bytes: number
    low_bytes: number
  }
}
