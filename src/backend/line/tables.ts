import { sql } from 'kysely'
import type { ExchangeState } from '#backend/carrier/tables.ts'
import {
  column,
  deletedWhen,
  inYen,
  internal,
  key,
  ofContract,
  said,
  sealed,
  table,
  usageStoredFrom,
  withSealed,
} from '#backend/table.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { type CallKind, type FlatRate, callKindLabels, flatRateWords } from '#vocabulary/call.ts'
import { type TaxBasis, taxNames } from '#vocabulary/price.ts'
import { exchangeStateWords } from '#vocabulary/states/exchange.ts'
import { isOfHolder, shownNumber } from './queries/call-log.ts'
import { destinationAad, recordAad } from './rows/calls.ts'
import { imeiAad } from './rows/devices.ts'

export const lineTables = [
  /** The other party is shown with its last digits hidden, the whole number only to the member who asks for it. */
  table(
    'call_record',
    ofContract('通話・SMSの記録', 'usage', {
      earlier: {
        words: '請求から24か月',
        when: (clocks) => sql`started_at < ${usageStoredFrom(clocks)}`,
      },
      readable: isOfHolder('t'),
    }),
    {
      line_id: column<string>('回線の識別子'),
      record_id: column<string>('記録の番号'),
      kind: column<CallKind>(said('種類', callKindLabels)),
      started_at: column<Temporal.Instant>('開始日時'),
      duration_seconds: column<number | null>('通話時間（秒）'),
      characters: column<number | null>('文字数'),
      to_masked: internal<string>(),
      to_sealed: withSealed(
        (row) => destinationAad(row.record_id),
        column<string | null, { record_id: string; to_masked: string }>({
          title: '相手先',
          show: (sealed, row, { sealing, request }) =>
            shownNumber({ ...row, to_sealed: sealed }, { unmasked: request.wholeNumbers }, sealing),
        }),
      ),
      /** What it was worked out from, so that every yen can be explained. */
      units: column<number>('数量'),
      free_seconds: column<number>('無料になった秒数'),
      figure_key: internal<string>(),
      rate_valid_from: column<TokyoDate>('料金表の日付'),
      unit_tenths_yen: column<number>(inYen('単価（円）')),
      amount_tenths_yen: column<number>(inYen('金額（円）')),
      tax: column<TaxBasis>(said('税', taxNames)),
      received_at: column<Temporal.Instant>('受信日時'),
      /**
       * The carrier corrects records. Each revision stays; the newest counts from the moment it came, so that the bill
       * of a month that was closed before asks only the difference (billing rule 12).
       */
      revision: column<number>('版'),
      /** When a newer revision came; a revision that came after its own correction never counts. */
      superseded_at: column<Temporal.Instant | null>('新しい版に替わった日時'),
      /** Whether 10分かけ放題 made it free, or why not; unknown for early records. */
      flat_rate: column<FlatRate | null>({
        title: '10分かけ放題',
        show: (rate) => (rate === null ? null : flatRateWords[rate]),
      }),
    },
  ),
  table('line_device', ofContract('SIMを入れた端末', 'settings'), {
    line_id: column<string>('回線の識別子'),
    device_id: key<string>(),
    maker: column<string>('メーカー'),
    name: column<string>('端末'),
    imei_sealed: sealed<string, { device_id: string }>({
      aad: (row) => imeiAad(row.device_id),
      title: '製造番号（IMEI）',
    }),
    first_seen_on: column<TokyoDate>('はじめて使った日'),
    last_seen_at: column<Temporal.Instant>('最後に使った日時'),
  }),
  table('malware_block_change', ofContract('マルウェアの通信を止める設定の切り替え', 'usage'), {
    line_id: column<string>('回線の識別子'),
    /** Also the id of the exchange with the carrier. */
    change_id: key<string>(),
    turned_on: column<boolean>('入'),
    account_id: key<string>(),
    changed_at: column<Temporal.Instant>('切り替えた日時'),
    carrier_state: column<ExchangeState>(said('回線設備の応答', exchangeStateWords)),
    carrier_answered_at: column<Temporal.Instant | null>('応答日時'),
  }),
  // Records of lines that we do not know; stored as long as those of the others.
  table(
    'call_stray',
    deletedWhen((clocks) => sql`received_at < ${usageStoredFrom(clocks)}`),
    {
      line_ref: internal<string>(),
      record_id: internal<string>(),
      revision: internal<number>(),
      record_sealed: sealed<string, { line_ref: string; record_id: string; revision: number }>({
        aad: recordAad,
        omit: 'internal',
      }),
      received_at: internal<Temporal.Instant>(),
    },
  ),
  /** A record that cannot be rated. Tried again at every import; a corrected record resolves it. */
  table(
    'call_fault',
    deletedWhen(
      (clocks) => sql`resolved_at is not null and failed_at < ${usageStoredFrom(clocks)}`,
    ),
    {
      line_ref: internal<string>(),
      record_id: internal<string>(),
      revision: internal<number>(),
      reason: internal<string>(),
      /** The row of the price list, or the fact, that is missing. */
      fact: internal<string>(),
      record_sealed: sealed<string, { line_ref: string; record_id: string; revision: number }>({
        aad: recordAad,
        omit: 'internal',
      }),
      failed_at: internal<Temporal.Instant>(),
      resolved_at: internal<Temporal.Instant | null>(),
    },
  ),
]
