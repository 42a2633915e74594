import { z } from 'zod'
import { recordParts, workQueues } from '#vocabulary/console.ts'
import {
  contactFields,
  identityFields,
  linkSteps,
  proofStrengths,
  searchKinds,
} from '#vocabulary/console-record.ts'
import { accessGrantStateWords } from '#vocabulary/states/access-grant.ts'
import { contractStateWords } from '#vocabulary/states/contract.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { ticketNo } from '#protocol/contact.ts'
import { type Api, byAct, staffEndpoint } from '#protocol/endpoint.ts'
import { personal } from '#protocol/personal.ts'
import {
  accountId,
  contractId,
  count,
  instant,
  lineId,
  opaqueId,
  text,
  tokyoDate,
  typedPhoneNumber,
} from '#protocol/primitives.ts'

import { caseReason } from './ticket.ts'

/** The open record, in the query or the body of everything that needs one. */
export const grantRef = z.object({ grant: opaqueId })

const recordPart = z.enum(namesOf(recordParts))
const workQueue = z.enum(namesOf(workQueues))

/** One opening of a member's record: the strip above every page of it. */
export const grant = z
  .object({
    grant: opaqueId,
    state: z.enum(namesOf(accessGrantStateWords)),
    ticketNo,
    reason: caseReason,
    /** The queue whose item it was opened for. */
    about: workQueue.optional(),
    accountId,
    contractId: contractId.optional(),
    /** Absent while the caller is not proved. */
    name: personal('name', z.string()).optional(),
    openedAt: instant,
    /** Without an act it ends then; it never lasts longer than two hours. */
    endsAt: instant,
    proof: z.enum(proofStrengths),
    /** What it shows now. */
    parts: z.array(z.object({ part: recordPart, subjectsOnly: z.boolean() })),
    reveals: z.object({ contact: z.boolean(), identity: z.boolean() }),
  })
  .meta({ id: 'AccessGrant' })

const found = z
  .object({
    accountId,
    contractId: contractId.optional(),
    status: z.enum(namesOf(contractStateWords)).optional(),
    startedOn: tokyoDate.optional(),
    endsOn: tokyoDate.optional(),
    /** The number of a case, where that was searched for. */
    ticketNo: ticketNo.optional(),
  })
  .meta({ id: 'FoundMember' })

const grantEndpoint = byAct('member.open')

export const grantApi = {
  consoleFindPost: staffEndpoint('POST', '/api/console/find', {
    act: 'member.find',
    countsAbout: 'staffFinds',
    summary: '会員をさがす（完全に一致するものだけ、5件まで、氏名は出さない）',
    body: z.object({ q: text(200, 'さがすものを入力してください。') }),
    result: z.object({
      /** What was typed is read as. */
      by: z.enum(namesOf(searchKinds)),
      hits: z.array(found).max(5),
      /** There are more than are shown. */
      more: z.boolean(),
    }),
    errors: ['SEARCH_UNREADABLE'],
  }),

  consoleGrantPost: grantEndpoint('POST', '/api/console/grant', {
    summary: '会員の記録を開く',
    body: z.object({
      ticket: ticketNo,
      account: accountId,
      /** That of the case, where it is said. */
      reason: caseReason.optional(),
      /** Which of the queues whose items lie in the case; the only one, where it is not said. */
      about: workQueue.optional(),
    }),
    result: grant,
    errors: [
      'OWN_NUMBER',
      'TICKET_CLOSED',
      'TICKET_WITHOUT_MEMBER',
      'TICKET_OF_ANOTHER',
      'ROLE_MISSING',
    ],
  }),

  consoleGrantGet: grantEndpoint('GET', '/api/console/grant', {
    summary: '開いている記録の見出し',
    query: grantRef,
    result: grant,
    errors: ['GRANT_OVER'],
  }),

  consoleGrantsGet: grantEndpoint('GET', '/api/console/grants', {
    summary: '自分が開いている記録と、自分の役割で記録を開ける理由',
    result: z.object({
      grants: z.array(grant),
      /** For which the caller's roles may open a record. */
      reasons: z.array(caseReason),
    }),
  }),

  consoleGrantProlongPost: grantEndpoint('POST', '/api/console/grant/prolong', {
    summary: '開いている時間を延ばす',
    body: grantRef,
    result: grant,
    errors: ['GRANT_OVER'],
  }),

  consoleGrantClosePost: grantEndpoint('POST', '/api/console/grant/close', {
    summary: '記録を閉じる',
    body: grantRef,
    result: z.object({ state: grant.shape.state }),
  }),

  consoleRevealPost: staffEndpoint('POST', '/api/console/grant/reveal', {
    act: 'reveal.contact',
    countsAbout: 'staffReveals',
    summary: '連絡先を1つ表示する',
    body: grantRef.extend({
      field: z.enum(namesOf(contactFields), '表示する項目を選んでください。'),
      /** Of `number`: which line's. */
      lineId: lineId.optional(),
      reason: caseReason,
    }),
    result: z.object({ value: personal('revealed', z.string()) }),
    errors: ['GRANT_OVER', 'PART_NOT_SHOWN'],
  }),

  consoleRevealIdentityPost: staffEndpoint('POST', '/api/console/grant/reveal_identity', {
    act: 'reveal.identity',
    countsAbout: 'staffReveals',
    proof: 'secondFactor',
    summary: '本人確認の内容を1つ表示する',
    body: grantRef.extend({
      field: z.enum(namesOf(identityFields), '表示する項目を選んでください。'),
      reason: caseReason,
    }),
    result: z.object({ value: personal('revealed', z.string()) }),
    errors: ['GRANT_OVER', 'PART_NOT_SHOWN'],
  }),

  consoleLinkSendPost: staffEndpoint('POST', '/api/console/grant/link', {
    act: 'link.send',
    summary: 'お客さまに手続きの画面を送る',
    body: grantRef.extend({
      step: z.enum(namesOf(linkSteps), '送る手続きを選んでください。'),
      /** What the step's own form is filled in with; with any of them the member begins at 確認. */
      lineId: lineId.optional(),
      plan: text(3).optional(),
      packId: text(40).optional(),
      optionCode: text(40).optional(),
      kind: text(20).optional(),
      size: text(20).optional(),
    }),
    result: z.object({ sentAt: instant }),
    errors: ['GRANT_OVER', 'CALLER_NOT_PROVED'],
  }),

  consoleLineStopPost: staffEndpoint('POST', '/api/console/grant/line_stop', {
    act: 'line.stop',
    summary: '紛失した回線を止める',
    /** Which line: chosen where lines are shown, else the number that the caller says, compared blind. */
    body: grantRef.extend({ lineId: lineId.optional(), number: typedPhoneNumber.optional() }),
    result: z.object({ lineId, at: instant }),
    errors: [
      'GRANT_OVER',
      'CALLER_NOT_PROVED',
      'ALREADY_SUSPENDED',
      'LINE_NOT_ACTIVE',
      'CONTRACT_ENDED',
    ],
  }),

  consoleLoginsEndPost: staffEndpoint('POST', '/api/console/grant/logins_end', {
    act: 'logins.end',
    summary: '会員のログインをすべて終わらせる',
    body: grantRef,
    result: z.object({ ended: count }),
    errors: ['GRANT_OVER', 'CALLER_NOT_PROVED'],
  }),
} satisfies Api
