import { type Generated, type JSONColumnType, sql } from 'kysely'
import { actorWords } from '#backend/contract/tables.ts'
import { answerAad } from '#backend/idempotency.ts'
import {
  column,
  deletedWhen,
  details,
  internal,
  key,
  ofAccount,
  ofChain,
  ofContract,
  said,
  sealed,
  secret,
  stays,
  table,
} from '#backend/table.ts'
import type { RetentionPurpose } from '#domain/account/retention.ts'

/** Tables of what every area uses. */
export const houseTables = [
  /** What of a contract has been deleted; the rest is looked at every night. */
  table('let_go', ofContract('消去の記録', 'trade'), {
    kept_for: internal<RetentionPurpose>(),
    at: column<Temporal.Instant>('日時'),
  }),
  /** One hash chain a contract, an account or the system: appending needs no lock that others wait for. */
  table('audit_entry', ofChain('操作の記録', 'trade'), {
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
    /** What is hashed: 2 covers the trace key and the version itself too. */
    hash_version: internal<Generated<number>>(),
  }),
  /**
   * How long each chain is and how it ends, apart from the entries: a tail that was cut off shows
   * (docs/decisions/061).
   */
  table('audit_head', ofChain('操作の記録の件数', 'trade'), {
    chain: key<string>(),
    position: column<number>('件数'),
    hash: internal<string>(),
    /** When the worker last worked out every hash of the chain. */
    checked_at: column<Temporal.Instant | null>('確かめた日時'),
    /** When it last moved, by the database's clock: what is sealed is found by it. */
    moved_at: internal<Generated<Temporal.Instant>>(),
  }),
  table(
    'idempotency_key',
    ofAccount('お申し込みの控え', 'account', {
      earlier: {
        words: '30日',
        when: ({ now }) => sql`created_at < ${now.subtract({ hours: 24 * 30 })}`,
      },
    }),
    {
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
  ),
  /**
   * Findings that nothing puts right by itself, ticked off by staff as they were seen: what has changed since is
   * listed again (npm run findings).
   */
  table('finding_settled', stays('what staff resolved, by the number of its case'), {
    finding: internal<string>(),
    ref: internal<string>(),
    detail: internal<string>(),
    case_no: internal<string>(),
    settled_at: internal<Temporal.Instant>(),
  }),
  // Counted by the machine's clock, which nobody moves.
  table(
    'request_count',
    deletedWhen(() => sql`expire < extract(epoch from clock_timestamp()) * 1000`),
    {
      key: internal<string>(),
      points: internal<number>(),
      /** Milliseconds since 1970. */
      expire: internal<number | null>(),
    },
  ),
  table('schema_migration', stays('one row a migration'), {
    name: internal<string>(),
    checksum: internal<string>(),
    applied_at: internal<Generated<Temporal.Instant>>(),
  }),
  table('schema_migration_step', stays('deleted with the last step of its migration'), {
    name: internal<string>(),
    step: internal<number>(),
    done_at: internal<Generated<Temporal.Instant>>(),
  }),
]
