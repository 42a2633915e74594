import { queueableOperations } from '#vocabulary/operation.ts'
import { portInRenewals } from '#vocabulary/port-in.ts'
import { queueStateWords } from '#vocabulary/states/queue.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { optionCode } from './catalogue.ts'
import { memberEndpoint } from './endpoint.ts'
import { identityCheck } from './identity.ts'
import {
  cursor,
  dateOrInstant,
  documentId,
  instant,
  lineId,
  opaqueId,
  orderNo,
  ownPath,
  queryNumber,
  reservationNo,
} from './primitives.ts'
import {
  estimate,
  lineName,
  orderedOperation,
  page,
  planCode,
  receipt,
  simKind,
  simSize,
  why,
} from './procedure.ts'

/** One order as the list shows it. `state` is a key of its procedure’s state table. */
const order = z
  .object({
    orderNo,
    operation: orderedOperation,
    title: z.string(),
    lines: z.array(lineName),
    state: z.string(),
    stateLabel: z.string(),
    /** What it means for the member and what happens next. */
    message: z.string(),
    tone: z.enum(['info', 'good', 'warning', 'danger']),
    final: z.boolean(),
    orderedAt: instant,
    updatedAt: instant,
    next: z.object({ label: z.string(), on: dateOrInstant }).optional(),
    /** Something the member has to do. */
    todo: z.object({ label: z.string(), path: ownPath }).optional(),
    path: ownPath,
  })
  .meta({ id: 'Order' })

const timelineStep = z
  .object({
    key: z.string(),
    label: z.string(),
    message: z.string().optional(),
    position: z.enum(['done', 'current', 'ahead', 'failed', 'skipped']),
    at: instant.optional(),
    expectedOn: dateOrInstant.optional(),
    /** Staff did it on behalf: in which case. */
    byStaff: z.object({ ticketNo: z.string() }).optional(),
  })
  .meta({ id: 'TimelineStep' })

/** What is put in the queue: a procedure and what its form would have asked. */
const queuedRequest = {
  operation: z.enum(queueableOperations),
  lineId: lineId.optional(),
  plan: planCode.optional(),
  kind: simKind.optional(),
  size: simSize.optional(),
  optionCode: optionCode.optional(),
}

const queuedProcedure = z
  .object({
    queueId: opaqueId,
    ...queuedRequest,
    label: z.string(),
    line: lineName.optional(),
    state: z.enum(namesOf(queueStateWords)),
    stateLabel: z.string(),
    reason: why,
    queuedAt: instant,
    /** When it is expected to free up. */
    expectedOn: dateOrInstant.optional(),
    orderNo: orderNo.optional(),
  })
  .meta({ id: 'QueuedProcedure' })

export const orderApi = {
  statusApplyStateGet: memberEndpoint('GET', '/api/status/apply/state', {
    spec: '7.2 Data and lines',
    scope: 'contract:read',
    summary: 'お手続きの状況の一覧',
    query: z.object({
      /** `current`: also what is over for some days only, and what holds now is still said of it. */
      only: z.enum(['open', 'current', 'all']).optional(),
      lineId: lineId.optional(),
      cursor: cursor.optional(),
      limit: queryNumber(1, 100).optional(),
    }),
    result: z.object({ ...page(order), asOf: instant }),
  }),

  orderGet: memberEndpoint('GET', '/api/order', {
    summary: 'お手続きの詳細と経過',
    query: z.object({ orderNo }),
    result: order
      .extend({
        timeline: z.array(timelineStep),
        receipt,
        /** As it was confirmed; a later change of prices does not touch it. */
        confirmedEstimate: estimate.optional(),
        tracking: z
          .object({ carrierName: z.string(), trackingNo: z.string(), url: z.string().optional() })
          .optional(),
        identity: identityCheck.optional(),
        switchAt: instant.optional(),
        switchHours: z.array(instant),
        /** The booking that this one replaced. */
        replaced: z.object({ orderNo, title: z.string() }).optional(),
        esim: z.object({ lineId, ready: z.boolean() }).optional(),
        documents: z.array(z.object({ docId: documentId, title: z.string(), url: ownPath })),
        /** Where a booking is undone, as long as it can be. */
        undoPath: ownPath.optional(),
        /** Of its own, beside this one. */
        page: z.object({ label: z.string(), path: ownPath }).optional(),
        actions: z.object({
          cancel: why,
          switchOver: why,
          checkIdentity: why,
          renewPortIn: why,
        }),
        asOf: instant,
      })
      .meta({ id: 'OrderDetail' }),
  }),

  orderDelete: memberEndpoint('DELETE', '/api/order', {
    proof: 'freshLogin',
    summary: 'お手続きを取り消す',
    query: z.object({ orderNo }),
    result: order,
    errors: ['ORDER_NOT_CANCELLABLE'],
  }),

  orderSwitchOverPost: memberEndpoint('POST', '/api/order/switch_over', {
    proof: 'freshLogin',
    summary: '届いたSIMへの切り替え日時を決める',
    body: z.object({
      orderNo,
      /** Absent: now. */
      switchAt: instant.optional(),
    }),
    result: order,
    errors: ['ORDER_NOT_SWITCHABLE', 'SWITCH_HOUR_NOT_OFFERED', 'SUSPENDED'],
  }),

  orderPortInPut: memberEndpoint('PUT', '/api/order/port_in', {
    proof: 'freshLogin',
    limit: 'attempts',
    summary: 'ほかの契約先から移す番号の予約番号を入れ直す、新しい番号に変える',
    body: z
      .object({
        orderNo,
        by: z.enum(portInRenewals, 'どちらにするかを選んでください。'),
        /** With `reservation`. */
        reservationNo: reservationNo.optional(),
      })
      .refine(({ by, reservationNo: no }) => by !== 'reservation' || no !== undefined, {
        path: ['reservationNo'],
        error: 'MNP予約番号を10桁の数字で入力してください。',
      }),
    result: order,
    errors: ['WRONG_STATE'],
  }),

  procedureQueueGet: memberEndpoint('GET', '/api/procedure_queue', {
    scope: 'contract:read',
    summary: '順番待ちの手続き',
    result: z.object({ procedures: z.array(queuedProcedure) }),
  }),

  procedureQueuePost: memberEndpoint('POST', '/api/procedure_queue', {
    summary: 'できるようになったら手続きを進めるよう頼む',
    body: z.object(queuedRequest),
    result: queuedProcedure,
    errors: ['PROCEDURE_ALREADY_QUEUED', 'PROCEDURE_NOT_QUEUEABLE', 'FRESH_LOGIN_REQUIRED'],
  }),

  procedureQueueDelete: memberEndpoint('DELETE', '/api/procedure_queue', {
    summary: '順番待ちの手続きを取り下げる',
    query: z.object({ queueId: opaqueId }),
    result: queuedProcedure,
  }),
}
