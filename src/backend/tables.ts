import { type Generated, type JSONColumnType, sql } from 'kysely'
import { actorWords } from '#backend/contract/tables.ts'
import { answerAad } from '#backend/idempotency.ts'
import {
  type TablesOf,
  column,
  details,
  internal,
  key,
  said,
  sealed,
  secret,
  table,
} from '#backend/table.ts'
import type { RetentionPurpose } from '#domain/account/retention.ts'

/** Tables of what every area uses. */
export const houseTables = [
  table({
    table: 'let_go',
    by: 'contract_id',
    title: '消去の記録',
    retention: { for: 'trade' },
    columns: {
      contract_id: key<string>(),
      kept_for: internal<RetentionPurpose>(),
      at: column<Temporal.Instant>('日時'),
    },
  }),
  table({
    table: 'audit_entry',
    by: 'chain',
    title: '操作の記録',
    retention: { for: 'trade' },
    columns: {
      chain: key<string>(),
      position: column<number>('順番'),
      at: column<Temporal.Instant>('日時'),
      actor: column<string>(said('操作した人', actorWords)),
      account_id: key<string | null>(),
      action: column<string>('操作'),
      target: column<string>('対象'),
      details: column<JSONColumnType<Record<string, unknown>>>(details('内容')),
      trace_key: internal<string | null>(),
      previous_hash: internal<string>(),
      hash: internal<string>(),
      hash_version: internal<Generated<number>>(),
    },
  }),
  table({
    table: 'audit_head',
    by: 'chain',
    title: '操作の記録の件数',
    retention: { for: 'trade' },
    columns: {
      chain: key<string>(),
      position: column<number>('件数'),
      hash: internal<string>(),
      checked_at: column<Temporal.Instant | null>('確かめた日時'),
    },
  }),
  table({
    table: 'idempotency_key',
    by: 'account_id',
    title: 'お申し込みの控え',
    retention: {
      for: 'account',
      earlier: {
        words: '30日',
        when: ({ now }) => sql`created_at < ${now.subtract({ hours: 24 * 30 })}`,
      },
    },
    columns: {
      account_id: key<string>(),
      operation: column<string>('操作'),
      key: secret<string>(),
      body_hash: internal<string>(),
      status: column<number | null>('結果'),
      // The answer as it was given, with what it may have opened.
      answer_sealed: sealed<string | null, { account_id: string; operation: string; key: string }>({
        aad: answerAad,
        omit: 'secret',
      }),
      created_at: column<Temporal.Instant>('日時'),
    },
  }),
  table({
    table: 'finding_settled',
    retention: { stays: 'what staff resolved, by the number of its case' },
    columns: {
      finding: internal<string>(),
      ref: internal<string>(),
      detail: internal<string>(),
      case_no: internal<string>(),
      settled_at: internal<Temporal.Instant>(),
    },
  }),
  table({
    table: 'request_count',
    retention: {
      // Counted by the machine's clock, which nobody moves.
      deleteWhen: () => sql`expire < extract(epoch from clock_timestamp()) * 1000`,
    },
    columns: {
      key: internal<string>(),
      points: internal<number>(),
      expire: internal<number | null>(),
    },
  }),
  table({
    table: 'schema_migration',
    retention: { stays: 'one row a migration' },
    columns: {
      name: internal<string>(),
      checksum: internal<string>(),
      applied_at: internal<Generated<Temporal.Instant>>(),
    },
  }),
  table({
    table: 'schema_migration_step',
    retention: { stays: 'deleted with the last step of its migration' },
    columns: {
      name: internal<string>(),
      step: internal<number>(),
      done_at: internal<Generated<Temporal.Instant>>(),
    },
  }),
]

declare module '#backend/db/tables.ts' {
  interface Database extends TablesOf<typeof houseTables> {}
}
