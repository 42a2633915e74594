import type { Generated, JSONColumnType } from 'kysely'
import {
  type Json,
  column,
  internal,
  key,
  labelOf,
  ofContract,
  said,
  sealed,
  secret,
  stays,
  table,
  withSealed,
} from '#backend/table.ts'
import { exchangeStateWords } from '#vocabulary/states/exchange.ts'
import { fieldsAad } from './exchange.ts'
import { factsAad } from './reports.ts'

const typeWords = {
  command: '回線の操作',
  order: 'SIM・番号の手続き',
  consent: '転出の同意',
  service: 'グループサービスの操作',
} as const

const typeOf = ({ type }: Readonly<Record<string, unknown>>) =>
  typeof type === 'string' ? labelOf(typeWords, type) : null

/** An answer that never came is a state (`unknown`), resolved by the reconciling job. */
export type ExchangeState = 'held' | 'requested' | 'sent' | 'accepted' | 'rejected' | 'unknown'

const exchangeAad = (row: { exchange_id: string }) => fieldsAad(row.exchange_id)

export const carrierTables = [
  table('carrier_exchange', ofContract('回線設備への依頼', 'usage'), {
    /** Our id for the request: the carrier's idempotency id. */
    exchange_id: key<string>(),
    order_no: column<string | null>('手続きの受付番号'),
    line_id: column<string | null>('回線の識別子'),
    // Addresses are in the profile; codes of SIMs and tokens open doors.
    request: withSealed(
      exchangeAad,
      column<Json, { exchange_id: string }>({ title: '種類', show: typeOf }),
    ),
    state: column<ExchangeState>(said('状態', exchangeStateWords)),
    attempts: column<Generated<number>>('送信の回数'),
    answer: withSealed(exchangeAad, secret<JSONColumnType<Record<string, unknown>> | null>()),
    created_at: column<Temporal.Instant>('依頼した日時'),
    changed_at: column<Temporal.Instant>('最後に進んだ日時'),
  }),
  /** Every event the carrier reported of one of our orders, stored once, by the carrier's own id. */
  table('carrier_report', ofContract('回線設備からの報告', 'usage'), {
    order_no: column<string>('手続きの受付番号'),
    exchange_id: key<string>(),
    /** The carrier's own id of the event: the same when it is sent again. */
    event_id: key<string>(),
    state: column<string>('状態'),
    at: column<Temporal.Instant>('日時'),
    // Activation codes and MNP numbers.
    facts_sealed: sealed<string, { exchange_id: string; event_id: string }>({
      aad: (row) => factsAad(row.exchange_id, row.event_id),
      omit: 'secret',
    }),
    received_at: column<Temporal.Instant>('受信日時'),
  }),
  table('import_cursor', stays('one row a source'), {
    source: internal<string>(),
    cursor: internal<string>(),
    /** The last complete hour that the carrier has handed out. */
    through: internal<Temporal.Instant | null>(),
    imported_at: internal<Temporal.Instant>(),
  }),
]
