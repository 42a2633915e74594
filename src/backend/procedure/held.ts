import { actorWords } from '#backend/contract/held.ts'
import { details, held, left, said } from '#backend/held.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import { queueStateWords } from '#vocabulary/states/queue.ts'

export const procedureHeld = [
  held({
    table: 'procedure_order',
    by: 'contract_id',
    title: 'お手続き',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      order_no: '受付番号',
      line_id: '回線の識別子',
      procedure: said('手続き', 'procedure', operationLabels),
      state: '状態',
      details: details('内容', 'details'),
      requested_at: '受付日時',
      changed_at: '最後に進んだ日時',
      closed_at: '終わった日時',
      effective_on: '適用日',
      undo_until: '取り消せる期限',
      expected_on: '予定日',
      held_until: '保留の期限',
      version: left.internal,
    },
  }),
  held({
    table: 'order_event',
    by: 'contract_id',
    title: 'お手続きの経過',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      order_no: '受付番号',
      sequence: '順番',
      at: '日時',
      actor: said('進めた人', 'actor', actorWords),
      event: '出来事',
      state: '状態',
      details: details('内容', 'details'),
    },
  }),
  held({
    table: 'procedure_queue',
    by: 'contract_id',
    title: '順番待ちのお手続き',
    kept: { for: 'settings' },
    columns: {
      contract_id: left.key,
      queue_id: left.key,
      operation: said('手続き', 'operation', operationLabels),
      line_id: '回線の識別子',
      wish: details('ご希望', 'wish'),
      state: said('状態', 'state', queueStateWords),
      reason_code: '始められなかった理由',
      free_from: '始められる日時',
      queued_at: '受付日時',
      changed_at: '最後に進んだ日時',
      order_no: '始めた手続きの受付番号',
    },
  }),
  held({
    table: 'receipt',
    by: 'contract_id',
    title: '受付の控え',
    kept: { for: 'trade' },
    columns: {
      contract_id: left.key,
      order_no: '受付番号',
      details: details('内容', 'details'),
      issued_at: '発行日時',
    },
  }),
]
