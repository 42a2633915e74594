import { z } from 'zod'
import { ticketNo } from '#protocol/contact.ts'
import { type Api, byAct } from '#protocol/endpoint.ts'
import { personal } from '#protocol/personal.ts'
import {
  billId,
  contractId,
  instant,
  lineId,
  opaqueId,
  orderNo,
  queryFlag,
  story,
  text,
  tokyoDate,
  typedDigits,
} from '#protocol/primitives.ts'
import { secretParts } from '#vocabulary/console-record.ts'
import { guardedOperations, slipFields } from '#vocabulary/guarded.ts'
import { identityDocuments, identityMethods } from '#vocabulary/identity.ts'
import { houseNoticeKinds } from '#vocabulary/notice.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { approvalStateWords } from '#vocabulary/states/approval.ts'
import { staffRole } from './staff.ts'
import { colleague } from './ticket.ts'

const reason = text(200, '理由を入力してください。')

/** What every proposal says beside what it is about. */
const proposal = { ticketNo, reason }

const operation = <Name extends keyof typeof guardedOperations>(name: Name) => ({
  operation: z.literal(name),
  ...proposal,
})

/** A notice to every member, as its form has it. */
export const noticeRequest = z.object({
  ...operation('noticePosted'),
  kind: z.enum(houseNoticeKinds, '種類を選んでください。'),
  subject: text(60, '件名を入力してください。'),
  body: story(2000, '本文を入力してください。'),
})

/** What is read from the slip of a bank transfer. */
const slip = {
  transferredOn: tokyoDate,
  amountYen: typedDigits().pipe(
    z.string().regex(/^[1-9]\d{0,8}$/u, '金額を円の数字で入力してください。'),
  ),
  /** The bank's number of the transfer. */
  reference: text(60, '振り込みの控えの番号を入力してください。'),
  accountEnd: typedDigits().pipe(
    z.string().regex(/^\d{3}$/u, '口座番号の末尾を3けたの数字で入力してください。'),
  ),
}

/** A guarded operation has no address of its own: this is the only way to it. */
export const guardedRequest = z.discriminatedUnion('operation', [
  z.object({
    ...operation('refundTransferred'),
    billId,
    ...slip,
  }),
  z.object({ ...operation('compensationEntered'), outageId: opaqueId }),
  z.object({
    ...operation('identityApproved'),
    checkId: opaqueId,
    /** What a person has seen; none: the document that the reader has read. */
    seen: z
      .object({
        method: z.enum(namesOf(identityMethods)),
        document: z.enum(namesOf(identityDocuments)),
        number: text(40, '書類の番号を入力してください。'),
      })
      .optional(),
  }),
  z.object({ ...operation('successionAccepted'), orderNo }),
  z.object({
    ...operation('lineUnfrozen'),
    lineId,
    /** By what it is clear who uses the line. */
    finding: text(200, '確かめたことを入力してください。'),
  }),
  noticeRequest,
  z.object({
    ...operation('secretsOpened'),
    part: z.enum(secretParts, '開くものを選んでください。'),
    /** Who has issued it, its day and its number. */
    paper: text(120, '書面の発行者・日付・番号を入力してください。'),
  }),
  z.object({
    ...operation('exchangeRecorded'),
    exchangeId: opaqueId,
    outcome: z.enum(['accepted', 'rejected']),
    /** The carrier's paper: its day and its number. */
    writtenOn: tokyoDate,
    reference: text(60, '書面の番号を入力してください。'),
  }),
])

const summaryFields = z.object({
  approvalNo: opaqueId,
  operation: z.enum(namesOf(guardedOperations)),
  state: z.enum(namesOf(approvalStateWords)),
  ticketNo,
  reason: z.string(),
  contractId: contractId.optional(),
  proposedBy: colleague,
  proposedRole: staffRole,
  isMine: z.boolean(),
  proposedAt: instant,
  /** Until when another person can approve it. */
  until: instant,
  decidedBy: colleague.optional(),
  decidedRole: staffRole.optional(),
  decidedAt: instant.optional(),
  decisionReason: z.string().optional(),
  /** Whether the caller may approve it. */
  canApprove: z.boolean(),
  canWithdraw: z.boolean(),
})

export const approvalSummary = summaryFields.meta({ id: 'Approval' })

/** In a list, with the member it is about: 鈴＊. */
export const listedApproval = summaryFields
  .extend({ member: personal('name', z.string()).optional() })
  .meta({ id: 'ListedApproval' })

const fact = z.object({ label: z.string(), value: z.string() }).meta({ id: 'ApprovalFact' })

const detail = summaryFields
  .extend({
    /** What the proposer was shown. */
    facts: z.array(fact),
    /** How it is now; none where nothing waits for it any more. */
    factsNow: z.array(fact).optional(),
    hasChanged: z.boolean(),
    /** The approver types them from the slip too, without seeing what the proposer has typed. */
    typedBlind: z.array(z.enum(namesOf(slipFields))),
    /** What was typed, to who proposed it, and to all once it is decided. */
    typed: z.array(fact),
  })
  .meta({ id: 'ApprovalDetail' })

const approvalNo = z.object({ approvalNo: opaqueId })

const approvalEndpoint = byAct('ticket.work')

export const approvalApi = {
  consoleApprovalsGet: approvalEndpoint('GET', '/api/console/approvals', {
    summary: '2人で行う操作の提案の一覧（自分が提案・承認できるもの）',
    query: z.object({ decided: queryFlag.optional() }),
    result: z.object({ approvals: z.array(listedApproval) }),
  }),
  consoleApprovalGet: approvalEndpoint('GET', '/api/console/approval', {
    summary: '提案と、そのときの事実・いまの事実',
    query: approvalNo,
    result: detail,
    errors: ['ROLE_MISSING'],
  }),
  consoleApprovalProposePost: approvalEndpoint('POST', '/api/console/approval', {
    proof: 'secondFactor',
    summary: '2人で行う操作を提案する',
    body: guardedRequest,
    result: approvalSummary,
    errors: ['ROLE_MISSING', 'NOTHING_WAITS', 'APPROVAL_OPEN', 'APPROVAL_NOBODY_ELSE'],
  }),
  consoleApprovalApprovePost: approvalEndpoint('POST', '/api/console/approval/approve', {
    proof: 'secondFactor',
    summary: '提案を承認し、実行する',
    body: approvalNo.extend(z.object(slip).partial().shape),
    result: approvalSummary,
    errors: ['ROLE_MISSING', 'APPROVAL_OVER', 'APPROVAL_SAME_PERSON', 'APPROVAL_INVOLVED'],
  }),
  consoleApprovalRefusePost: approvalEndpoint('POST', '/api/console/approval/refuse', {
    summary: '提案を却下する',
    body: approvalNo.extend({ reason }),
    result: approvalSummary,
    errors: ['ROLE_MISSING', 'APPROVAL_OVER', 'APPROVAL_SAME_PERSON'],
  }),
  consoleApprovalWithdrawPost: approvalEndpoint('POST', '/api/console/approval/withdraw', {
    summary: '自分の提案を取り下げる',
    body: approvalNo,
    result: approvalSummary,
    errors: ['ROLE_MISSING', 'APPROVAL_OVER'],
  }),
} satisfies Api
