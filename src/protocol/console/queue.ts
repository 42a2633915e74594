import { z } from 'zod'
import { ticketNo } from '#protocol/contact.ts'
import { type Api, byAct, staffEndpoint } from '#protocol/endpoint.ts'
import { outageOnBoard } from '#protocol/outage.ts'
import { count, cursor, instant, lineId, opaqueId, story, text } from '#protocol/primitives.ts'
import { type ConsoleAct, consoleActs, workQueues } from '#vocabulary/console.ts'
import {
  claimSteps,
  dueGroups,
  dueReasons,
  queueFacts,
  queueHolders,
  successionAnswers,
  workItems,
} from '#vocabulary/console-queue.ts'
import { claimRefusalReasons } from '#vocabulary/device.ts'
import { identityMethods } from '#vocabulary/identity.ts'
import { namesOf } from '#vocabulary/state-words.ts'

import { listedApproval } from './approval.ts'
import { grantRef } from './grant.ts'
import { colleague, ticketRow } from './ticket.ts'

export const workQueue = z.enum(namesOf(workQueues), '待ち行列を選んでください。')
const workItem = z.enum(namesOf(workItems), '一覧から選び直してください。')
const consoleAct = z.enum(namesOf(consoleActs))

/** What an item is looked up by: an id, an order's number, or several words of them. */
const itemRef = text(200, '一覧から選び直してください。')

/** Names an item of a queue. */
export const itemKey = z.object({ item: workItem, ref: itemRef })

/** What is asked of the members, or why not, in words that they read. */
const reason = story(200, '会員にお伝えする理由を入力してください。')

const pendingDecision = z.object({
  decisionId: opaqueId,
  act: consoleAct,
  /** Of the act, e.g. `refuse`. */
  choice: z.string(),
  by: colleague,
  decidedAt: instant,
  /** Until then it can be taken back. */
  carriedOutFrom: instant,
  isMine: z.boolean(),
})

export const queueRow = z.object({
  queue: workQueue,
  item: workItem,
  ref: z.string(),
  since: instant,
  due: instant,
  dueBy: z.enum(namesOf(dueReasons)),
  group: z.enum(namesOf(dueGroups)),
  /** 放置すると. */
  ifLeft: z.string(),
  /** Codes and figures; none of them personal. */
  facts: z.partialRecord(
    z.enum(namesOf(queueFacts)),
    z.union([z.string(), z.number(), z.array(z.string())]),
  ),
  accountId: z.string().optional(),
  contractId: z.string().optional(),
  /** Who works on it. */
  holder: colleague.extend({ isMe: z.boolean() }).optional(),
  snoozedUntil: instant.optional(),
  ticketNo: z.string().optional(),
  pending: pendingDecision.optional(),
})

/** How much lies in a queue. */
const queueCount = z.object({
  queue: workQueue,
  count,
  /** There are more than were counted. */
  isMore: z.boolean(),
  overdue: count,
  /** Over its time by tonight, and not yet. */
  today: count,
})

const decided = z.object({ decisionId: opaqueId, carriedOutFrom: instant })

/** Of everything that is decided of an item: it is carried out a minute later, and can be taken back until then. */
const decisionErrors = ['QUEUE_ITEM_GONE', 'QUEUE_ITEM_DECIDED', 'QUEUE_ACT_UNFIT'] as const

const decisionEndpoint = <
  const Act extends ConsoleAct,
  Body extends z.ZodObject | z.ZodDiscriminatedUnion,
>(
  path: `/api/console/${string}`,
  rest: { readonly act: Act; readonly summary: string; readonly body: Body },
) => staffEndpoint('POST', path, { ...rest, result: decided, errors: decisionErrors })

const queueEndpoint = byAct('ticket.work')

export const queueApi = {
  consoleTodayGet: queueEndpoint('GET', '/api/console/today', {
    summary: '今日：間に合わなくなるもの、自分の担当、承認待ち、行列ごとの件数',
    result: z.object({
      asOf: instant,
      /** What is over its time, or will be by tonight if nobody acts: items and cases, the most pressing first, at most ten of each. */
      missing: z.object({
        count,
        isMore: z.boolean(),
        rows: z.array(queueRow),
        cases: z.array(ticketRow),
      }),
      mine: z.object({ rows: z.array(queueRow), cases: z.array(ticketRow) }),
      /** What waits for the caller's approval, the first to lapse first. */
      approvals: z.array(listedApproval),
      queues: z.array(queueCount.extend({ oldestSince: instant.optional() })),
      /** What stands on the outage board and is not over: whoever answers the telephone is asked for it. */
      outages: z.array(
        outageOnBoard.pick({ incidentId: true, title: true, kind: true, state: true, from: true }),
      ),
    }),
  }),

  consoleCountsGet: queueEndpoint('GET', '/api/console/counts', {
    summary: '行列ごとの件数（100件まで数えます）と、窓口が開いているか',
    result: z.object({
      asOf: instant,
      /** Open until then, or closed until then. */
      desk: z.object({ isOpen: z.boolean(), until: instant }),
      queues: z.array(queueCount),
    }),
  }),

  consoleQueueGet: queueEndpoint('GET', '/api/console/queue', {
    summary: '待ち行列の一覧',
    query: z.object({
      queue: workQueue,
      item: z.string().max(60).optional(),
      group: z.string().max(20).optional(),
      holder: z.enum(namesOf(queueHolders)).default('all'),
      after: cursor.optional(),
    }),
    result: z.object({
      asOf: instant,
      queue: workQueue,
      /** What lies in the queue in all, by the filter, without what is snoozed. */
      count,
      isMore: z.boolean(),
      oldestSince: instant.optional(),
      /** The kinds of item that can lie in it: what the filter offers. */
      items: z.array(workItem),
      /** On the first page: what the caller works on, apart from the others. */
      mine: z.array(queueRow),
      /** What is due first comes first. */
      rows: z.array(queueRow),
      nextCursor: cursor.optional(),
    }),
    errors: ['QUEUE_FILTER_UNKNOWN'],
  }),

  consoleQueueItemGet: queueEndpoint('GET', '/api/console/queue/item', {
    summary: '待ち行列の1件',
    query: itemKey,
    result: z.object({
      row: queueRow,
      /** What the caller's roles can do with it as it is now: alone, or by proposing it to another. */
      acts: z.array(
        z.object({
          act: consoleAct,
          way: z.enum(['does', 'proposes']),
          /** Of those the act knows, the ones that fit the item as it is now; absent where all do. */
          choices: z.array(z.enum([...namesOf(claimSteps), ...successionAnswers])).optional(),
        }),
      ),
      /** Of an identity check: by which methods a person may identify somebody today, as the law has it. */
      methods: z.array(z.enum(namesOf(identityMethods))).optional(),
      /** To whom it can be handed over: who works here and sees the queue. */
      colleagues: z.array(colleague),
      /** What was decided of it before, the latest first. */
      history: z.array(
        z.object({
          act: consoleAct,
          choice: z.string(),
          by: colleague,
          decidedAt: instant,
          state: z.enum(['waiting', 'carried_out', 'taken_back', 'failed']),
        }),
      ),
    }),
    errors: ['QUEUE_ITEM_GONE'],
  }),

  consoleQueueTakePost: queueEndpoint('POST', '/api/console/queue/take', {
    summary: '待ち行列の件を担当する、ほかの人に引き継ぐ（お問い合わせの番号を付けます）',
    /** Without a person: the caller takes it. */
    body: itemKey.extend({ to: opaqueId.optional(), note: story(1000).optional() }),
    result: z.object({ ticketNo }),
    errors: ['QUEUE_ITEM_GONE'],
  }),

  consoleQueueSnoozePost: queueEndpoint('POST', '/api/console/queue/snooze', {
    summary: '待ち行列の件を後に回す（期限は変わりません）',
    body: itemKey.extend({ until: instant }),
    result: z.object({ ticketNo }),
    errors: ['QUEUE_ITEM_GONE'],
  }),

  consoleQueueNextPost: queueEndpoint('POST', '/api/console/queue/next', {
    summary: '担当のいない件のうち、期限のいちばん近いものを担当する',
    body: z.object({ queue: workQueue }),
    /** Absent where none is left. */
    result: z.object({ taken: itemKey.extend({ ticketNo }).optional() }),
  }),

  consoleDecisionTakeBackPost: queueEndpoint('POST', '/api/console/decision/take-back', {
    summary: '決めたことを1分以内に取り消す',
    body: z.object({ decisionId: opaqueId }),
    result: z.object({ decisionId: opaqueId }),
    errors: ['DECISION_CARRIED_OUT'],
  }),

  consoleIdentityPost: decisionEndpoint('/api/console/identity', {
    act: 'identity.ask',
    summary: '本人確認のやり直しをお願いする、お断りする',
    body: itemKey.extend({
      choice: z.enum(['ask', 'refuse'], '決め方を選んでください。'),
      reason,
    }),
  }),

  consoleApplicationPost: decisionEndpoint('/api/console/application', {
    act: 'application.decide',
    summary: 'お申し込みを承認する、お断りする',
    body: z.discriminatedUnion('choice', [
      itemKey.extend({ choice: z.literal('accept') }),
      itemKey.extend({ choice: z.literal('reject'), reason }),
    ]),
  }),

  consoleSuccessionPost: decisionEndpoint('/api/console/succession', {
    act: 'succession.ask',
    summary: '承継の書類をお願いする、お断りする',
    body: itemKey.extend({
      choice: z.enum(successionAnswers, '決め方を選んでください。'),
      reason,
    }),
  }),

  consoleClaimPost: decisionEndpoint('/api/console/claim', {
    act: 'claim.work',
    summary: '修理・交換の請求を進める',
    body: itemKey
      .extend({
        choice: z.enum(namesOf(claimSteps), '進め方を選んでください。'),
        refusal: z
          .enum(namesOf(claimRefusalReasons), 'お断りする理由を選んでください。')
          .optional(),
        trackingNo: text(40, '伝票番号を入力してください。').optional(),
      })
      .check(({ value: { choice, refusal, trackingNo }, issues }) => {
        const lacks = (path: string, message: string) =>
          issues.push({ code: 'custom', input: undefined, path: [path], message })
        if (choice === 'refuse' && refusal === undefined)
          lacks('refusal', 'お断りする理由を選んでください。')
        if ((choice === 'repaired' || choice === 'sent') && trackingNo === undefined)
          lacks('trackingNo', '伝票番号を入力してください。')
      }),
  }),

  consoleRefundPost: decisionEndpoint('/api/console/refund', {
    act: 'refund.again',
    summary: '返金をもう一度カードに依頼する',
    body: itemKey,
  }),

  consolePointsPost: decisionEndpoint('/api/console/points', {
    act: 'points.again',
    summary: 'ポイントの依頼の結果を、もう一度たずねる',
    body: itemKey,
  }),

  consoleExchangePost: decisionEndpoint('/api/console/exchange', {
    act: 'exchange.again',
    summary: '外部への依頼を、同じ番号でもう一度たずねる',
    body: itemKey,
  }),

  consoleMessagePost: decisionEndpoint('/api/console/message', {
    act: 'message.again',
    summary: '連絡をもう一度送る',
    body: itemKey,
  }),

  consoleBillPost: decisionEndpoint('/api/console/bill', {
    act: 'bill.repair',
    summary: '確定できなかった請求を、もう一度確定する',
    body: itemKey,
  }),

  consoleLineFreezePost: staffEndpoint('POST', '/api/console/grant/line_freeze', {
    act: 'line.freeze',
    part: 'lines',
    summary: '不正利用の疑いがある回線を止める（会員は再開できません）',
    body: grantRef.extend({ lineId }),
    result: z.object({ lineId, at: instant }),
    errors: ['GRANT_OVER', 'ALREADY_SUSPENDED', 'LINE_NOT_ACTIVE', 'CONTRACT_ENDED'],
  }),

  consoleHoldConfirmPost: staffEndpoint('POST', '/api/console/hold', {
    act: 'hold.confirm',
    summary: '代理で承った手続きを、2人目として確認する',
    body: itemKey,
    result: decided,
    errors: [...decisionErrors, 'CONFIRMED_BY_ANOTHER'],
  }),

  consoleFindingPost: decisionEndpoint('/api/console/finding', {
    act: 'finding.settle',
    summary: '確認事項を処理済みにする、止まった処理をやり直す',
    body: itemKey.extend({ choice: z.enum(['settle', 'again'], '処理を選んでください。') }),
  }),
} satisfies Api
