import type { Generated } from 'kysely'
import { actorWords } from '#backend/contract/tables.ts'
import type { SealedValue } from '#backend/db/sealing.ts'
import {
  type Json,
  column,
  details,
  internal,
  key,
  ofContract,
  said,
  table,
  withSealed,
} from '#backend/table.ts'
import type { QueueState } from '#domain/procedure/queue-states.ts'
import type { TokyoDate } from '#domain/tokyo.ts'
import { type OrderProcedure, operationLabels } from '#vocabulary/operation.ts'
import { queueStateWords } from '#vocabulary/states/queue.ts'
import type { SealedOrder } from './definition.ts'

type Order = SealedOrder<unknown> & { procedure: OrderProcedure }

type Of = {
  /** What the order's procedure declares as sealed in its details. */
  readonly sealedInDetails: (order: Order) => readonly SealedValue[]
  /** The state in the words of the procedure's table. */
  readonly stateLabel: (order: Pick<Order, 'procedure'>, state: string) => string
}

export const procedureTables = ({ sealedInDetails, stateLabel }: Of) => [
  table('procedure_order', ofContract('お手続き', 'trade'), {
    order_no: column<string>('受付番号'),
    line_id: column<string | null>('回線の識別子'),
    procedure: column<OrderProcedure>(said('手続き', operationLabels)),
    state: column<string, Order>({
      title: '状態',
      show: (state, order) => stateLabel(order, state),
    }),
    details: withSealed(sealedInDetails, column<Json, Order>(details('内容'))),
    requested_at: column<Temporal.Instant>('受付日時'),
    changed_at: column<Temporal.Instant>('最後に進んだ日時'),
    closed_at: column<Temporal.Instant | null>('終わった日時'),
    /** First day under the new conditions, or the last day of service for what ends. */
    effective_on: column<TokyoDate | null>('適用日'),
    /** Until then (exclusive) it can be undone. */
    undo_until: column<Temporal.Instant | null>('取り消せる期限'),
    /** When the step that is under way is expected to be over. */
    expected_on: column<TokyoDate | null>('予定日'),
    /** Nothing of it goes to the carrier until then: it followed a login from a new device. */
    held_until: column<Temporal.Instant | null>('保留の期限'),
    version: internal<Generated<number>>(),
  }),
  table('order_event', ofContract('お手続きの経過', 'trade'), {
    order_no: column<string>('受付番号'),
    sequence: column<number>('順番'),
    at: column<Temporal.Instant>('日時'),
    actor: column<'member' | 'staff' | 'system' | 'carrier'>(said('進めた人', actorWords)),
    event: column<string>('出来事'),
    state: column<string>('状態'),
    details: column<Json>(details('内容')),
    /** The member reads the case; the house knows the person. */
    staff_id: internal<string | null>(),
    case_no: column<string | null>('お問い合わせ番号'),
  }),
  /** Requests that wait until what blocks them is over. */
  table('procedure_queue', ofContract('順番待ちのお手続き', 'settings'), {
    queue_id: key<string>(),
    operation: column<string>(said('手続き', operationLabels)),
    line_id: column<string | null>('回線の識別子'),
    /** What the form would have asked. */
    wish: column<Json>(details('ご希望')),
    state: column<QueueState>(said('状態', queueStateWords)),
    /** Why it waited last, or why it could not be begun. */
    reason_code: column<string | null>('始められなかった理由'),
    free_from: column<Temporal.Instant | null>('始められる日時'),
    queued_at: column<Temporal.Instant>('受付日時'),
    changed_at: column<Temporal.Instant>('最後に進んだ日時'),
    order_no: column<string | null>('始めた手続きの受付番号'),
  }),
]
