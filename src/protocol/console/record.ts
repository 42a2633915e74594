import { z } from 'zod'
import type { ConsoleAct, RecordPart } from '#vocabulary/console.ts'
import { wrongKinds } from '#vocabulary/console-record.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { billingApi } from '#protocol/billing.ts'
import { callApi } from '#protocol/call.ts'
import { contractApi } from '#protocol/contract.ts'
import { dataApi, highSpeedLine } from '#protocol/data.ts'
import { deadlineApi } from '#protocol/deadline.ts'
import { type Api, type Endpoint, staffEndpoint } from '#protocol/endpoint.ts'
import { lineApi } from '#protocol/line.ts'
import { noticeApi } from '#protocol/notice.ts'
import { orderApi } from '#protocol/order.ts'
import { personal } from '#protocol/personal.ts'
import {
  accountId,
  contractId,
  count,
  cursor,
  dateOrInstant,
  instant,
  lineId,
  opaqueId,
  yen,
} from '#protocol/primitives.ts'
import { recordQuery } from '#protocol/record-query.ts'
import { usageApi } from '#protocol/usage.ts'
import { grantRef } from './grant.ts'
import { staffRole } from './staff.ts'

// Figures and states are those of my page: the same shapes, answered by its own functions (docs/decisions/100).

const contract = contractApi.contractGet.result.pick({
  plan: true,
  planName: true,
  course: true,
  startedOn: true,
  endsOn: true,
  status: true,
  statusLabel: true,
  suspensionReason: true,
  monthlyYen: true,
})
const deadline = deadlineApi.deadlinesGet.result.shape.deadlines.element.pick({
  deadlineId: true,
  kind: true,
  at: true,
  on: true,
  urgent: true,
})
const lines = lineApi.statusLineGroupGet.result
const notice = noticeApi.noticesGet.result.shape.rows.element
const login = noticeApi.loginHistoryGet.result.shape.rows.element
const usage = usageApi.statusUsageGet.result

const wrong = z.object({
  kind: z.enum(namesOf(wrongKinds)),
  /** How many of it. */
  count,
  since: dateOrInstant.optional(),
  /** What is owed, of bills. */
  yen: yen.optional(),
  /** What comes of it if nobody acts, and when. */
  until: dateOrInstant.optional(),
  /** Names of findings, numbers of holds and outages: where to look. */
  refs: z.array(z.string()),
})

/** A part of the record, by an act of the staff; what the grant no longer opens is refused. */
const partBy =
  (act: ConsoleAct) =>
  <const Part extends RecordPart, const Rest extends PartRest>(
    part: Part,
    path: `/api/console/grant/${string}`,
    rest: Rest,
  ) =>
    staffEndpoint('GET', path, { act, part, errors: ['GRANT_OVER', 'PART_NOT_SHOWN'], ...rest })

type PartRest = Pick<Endpoint, 'summary' | 'result'> & { readonly query: z.ZodObject }

const recordPart = partBy('member.open')
/** What the secrecy of communications protects: by a number that the member has asked for to show it. */
const secretPart = partBy('secrecy.byCode')

/** A member's record, part by part; each is noted in the member's chain before it leaves. */
export const recordApi = {
  consoleSummaryGet: recordPart('summary', '/api/console/grant/summary', {
    summary: '概要（いま困っていること、契約、次の期日）',
    query: grantRef,
    result: z
      .object({
        accountId,
        contractId: contractId.optional(),
        /** Of the person who holds the account. */
        name: personal('name', z.string()),
        /** The most urgent first. */
        wrong: z.array(wrong),
        /** Absent before the first contract. */
        contract: contract.extend({ lines: count, options: count }).optional(),
        next: deadline.optional(),
        booked: contractApi.contractGet.result.shape.bookedChanges,
        asOf: instant,
      })
      .meta({ id: 'ConsoleSummary' }),
  }),

  consoleLinesGet: recordPart('lines', '/api/console/grant/lines', {
    summary: '回線',
    query: grantRef,
    result: lines
      .pick({ plan: true, planName: true, shared: true, maxLines: true, add: true, asOf: true })
      .extend({
        lines: z.array(
          lines.shape.lines.element.pick({ line: true, usedThisMonthBytes: true }).extend({
            speed: highSpeedLine.shape.speed,
            speedReason: highSpeedLine.shape.speedReason,
          }),
        ),
        options: contractApi.contractGet.result.shape.options,
      })
      .meta({ id: 'ConsoleLines' }),
    errors: ['GRANT_OVER', 'PART_NOT_SHOWN'],
  }),

  consoleOrdersGet: recordPart('orders', '/api/console/grant/orders', {
    summary: '手続き（進んでいるもの、いまできること、できない理由）',
    query: grantRef.extend({ cursor: cursor.optional() }),
    result: orderApi.statusApplyStateGet.result
      .extend({
        operations: contractApi.contractChangeStatusGet.result.shape.operations,
        queued: orderApi.procedureQueueGet.result.shape.procedures,
      })
      .meta({ id: 'ConsoleOrders' }),
  }),

  consoleBillingGet: recordPart('billing', '/api/console/grant/billing', {
    summary: '請求（月ごとの合計、未払い、次の請求）',
    query: grantRef,
    result: billingApi.billingMonthsGet.result
      .extend({
        unpaid: billingApi.billingUnpaidGet.result.shape.bills,
        unpaidYen: yen,
        next: billingApi.billingReserveGet.result.pick({
          month: true,
          chargeOn: true,
          due: true,
          forecast: true,
        }),
        method: billingApi.billingPaymentMethodGet.result.pick({
          method: true,
          usable: true,
          message: true,
          updatedAt: true,
        }),
      })
      .meta({ id: 'ConsoleBilling' }),
    errors: ['GRANT_OVER', 'PART_NOT_SHOWN'],
  }),

  consoleDataGet: recordPart('data', '/api/console/grant/data', {
    summary: 'データ量（残り、月ごとの利用量）',
    query: grantRef,
    result: dataApi.highSpeedResidualGet.result
      .omit({ usedTodayBytes: true })
      .extend({ months: usage.shape.months })
      .meta({ id: 'ConsoleData' }),
  }),

  consoleContactGet: recordPart('contact', '/api/console/grant/contact', {
    summary: '連絡（お送りしたお知らせ）',
    query: grantRef.extend({ cursor: cursor.optional() }),
    result: noticeApi.noticesGet.result
      .pick({ nextCursor: true, total: true, mailFailure: true })
      .extend({
        rows: z.array(
          notice
            .pick({ noticeId: true, at: true, kind: true, readAt: true, mailedTo: true })
            .extend({
              title: personal('written', z.string()),
              /** Absent where only what messages are about is shown. */
              body: personal('written', z.string()).optional(),
            }),
        ),
      })
      .meta({ id: 'ConsoleContact' }),
    errors: ['GRANT_OVER', 'PART_NOT_SHOWN'],
  }),

  consoleDeviceGet: recordPart('device', '/api/console/grant/device', {
    summary: '端末とログイン',
    query: grantRef.extend({ cursor: cursor.optional() }),
    result: z
      .object({
        bought: contractApi.contractTerminalNoticeGet.result.shape.terminals,
        logins: z.array(login.omit({ current: true })),
        /** Logins that are not over. */
        openLogins: count,
        nextCursor: z.string().optional(),
      })
      .meta({ id: 'ConsoleDevice' }),
  }),

  consoleRecordGet: recordPart('record', '/api/console/grant/record', {
    summary: '記録（監査の記録。新しいものから）',
    query: grantRef.extend({ cursor: cursor.optional() }),
    result: z
      .object({
        rows: z.array(
          z.object({
            position: z.int(),
            at: instant,
            actor: z.enum(['member', 'staff', 'system', 'carrier']),
            /** Past tense, as it is recorded: `line-suspended`. */
            action: z.string(),
            /** In the words of the desk; absent where there are none yet. */
            words: z.string().optional(),
            target: z.string(),
            role: staffRole.optional(),
            staffId: opaqueId.optional(),
            ticketNo: z.string().optional(),
          }),
        ),
        nextCursor: z.string().optional(),
      })
      .meta({ id: 'ConsoleRecord' }),
    errors: ['GRANT_OVER', 'PART_NOT_SHOWN'],
  }),

  consoleCallsGet: secretPart('calls', '/api/console/grant/calls', {
    summary: '通話の明細（会員がそのために出した番号で）',
    query: grantRef.extend(recordQuery),
    result: callApi.callLogGet.result,
  }),

  consoleDailyUseGet: secretPart('dailyUse', '/api/console/grant/daily_use', {
    summary: '日ごとの利用量（会員がそのために出した番号で）',
    query: grantRef.extend({ lineId: lineId.optional() }),
    result: usage.pick({ today: true, days: true, asOf: true }).meta({ id: 'ConsoleDailyUse' }),
  }),

  consoleSeenDeviceGet: secretPart('seenDevice', '/api/console/grant/seen_device', {
    summary: '利用中の端末（会員がそのために出した番号で）',
    query: grantRef,
    result: lineApi.statusDeviceGet.result,
  }),
} satisfies Api
