import { z } from 'zod'
import { recordParts } from '#vocabulary/console.ts'
import { contactFields, identityFields, unusualReasons } from '#vocabulary/console-record.ts'
import { accessGrantStateWords } from '#vocabulary/states/access-grant.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { ticketNo } from '#protocol/contact.ts'
import { type Api, staffEndpoint } from '#protocol/endpoint.ts'
import { accountId, contractId, instant, opaqueId, typedPhoneNumber } from '#protocol/primitives.ts'
import { grant, grantRef } from './grant.ts'
import { staffRole } from './staff.ts'
import { caseReason } from './ticket.ts'

const opening = z
  .object({
    grant: opaqueId,
    state: z.enum(namesOf(accessGrantStateWords)),
    staffId: opaqueId,
    /** As colleagues know them. */
    staffName: z.string(),
    role: staffRole,
    ticketNo,
    reason: caseReason,
    accountId,
    contractId: contractId.optional(),
    openedAt: instant,
    endedAt: instant.optional(),
    /** Which parts were read, and which fields were shown in full. */
    parts: z.array(z.enum(namesOf(recordParts))),
    fields: z.array(z.enum([...namesOf(contactFields), ...namesOf(identityFields)])),
  })
  .meta({ id: 'AccessOpening' })

const ownNumbers = z.object({ numbers: z.array(z.object({ declaredAt: instant })) })

/** Who opened what, looked at afterwards. */
export const accessApi = {
  consoleOwnNumbersGet: staffEndpoint('GET', '/api/console/me/numbers', {
    act: 'ticket.work',
    summary: '届け出た自分と家族の番号',
    result: ownNumbers,
  }),

  consoleOwnNumbersPost: staffEndpoint('POST', '/api/console/me/numbers', {
    act: 'ticket.work',
    summary: '自分と家族の番号を届け出る（その記録は開けなくなる）',
    body: z.object({ number: typedPhoneNumber }),
    result: ownNumbers,
  }),

  consoleAccessMineGet: staffEndpoint('GET', '/api/console/access/mine', {
    act: 'ticket.work',
    summary: '自分が開いた記録（31日分）',
    result: z.object({ openings: z.array(opening) }),
  }),

  consoleAccessUnusualGet: staffEndpoint('GET', '/api/console/access/unusual', {
    act: 'access.review',
    summary: '変わった閲覧（31日分）',
    result: z.object({
      unusual: z.array(
        z.object({
          ref: opaqueId,
          why: z.enum(namesOf(unusualReasons)),
          at: instant,
          staffId: opaqueId,
          staffName: z.string(),
          /** Of what happened in a case. */
          ticketNo: ticketNo.optional(),
          accountId: accountId.optional(),
        }),
      ),
    }),
  }),

  consoleAccessOfGet: staffEndpoint('GET', '/api/console/access/of', {
    act: 'access.review',
    summary: 'ある会員の記録を、だれが、なぜ開いたか',
    query: z.object({ account: accountId }),
    result: z.object({ openings: z.array(opening) }),
  }),

  consoleAccessRevokePost: staffEndpoint('POST', '/api/console/access/revoke', {
    act: 'access.review',
    summary: '開いている記録を閉じさせる',
    body: grantRef,
    result: z.object({ state: grant.shape.state }),
    errors: ['WRONG_STATE'],
  }),
} satisfies Api
