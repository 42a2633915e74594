import { sql } from 'kysely'
import { carrierHeld } from '#backend/carrier/held.ts'
import { actorWords } from '#backend/contract/held.ts'
import { details, held, labelOf, left } from '#backend/held.ts'

/** Tables of what every area uses. */
export const houseHeld = [
  held({
    table: 'let_go',
    by: 'contract_id',
    title: '消去の記録',
    kept: { for: 'trade' },
    columns: { contract_id: left.key, kept_for: left.internal, at: '日時' },
  }),
  ...carrierHeld,
  held({
    table: 'audit_entry',
    by: 'chain',
    title: '操作の記録',
    kept: { for: 'trade' },
    columns: {
      chain: left.key,
      position: '順番',
      at: '日時',
      actor: { title: '操作した人', show: ({ actor }) => labelOf(actorWords, actor) },
      account_id: left.key,
      action: '操作',
      target: '対象',
      details: details('内容', 'details'),
      trace_key: left.internal,
      previous_hash: left.internal,
      hash: left.internal,
      hash_version: left.internal,
    },
  }),
  held({
    table: 'audit_head',
    by: 'chain',
    title: '操作の記録の件数',
    kept: { for: 'trade' },
    columns: {
      chain: left.key,
      position: '件数',
      hash: left.internal,
      checked_at: '確かめた日時',
    },
  }),
  held({
    table: 'idempotency_key',
    by: 'account_id',
    title: 'お申し込みの控え',
    kept: {
      for: 'account',
      past: {
        words: '30日',
        when: ({ now }) => sql`created_at < ${now.subtract({ hours: 24 * 30 })}`,
      },
    },
    columns: {
      account_id: left.key,
      operation: '操作',
      key: left.secret,
      body_hash: left.internal,
      status: '結果',
      created_at: '日時',
      // The answer as it was given, with what it may have opened.
      answer_sealed: left.secret,
    },
  }),
]
