import { z } from 'zod'
import { accountEndpoint } from './endpoint.ts'
import { count, instant, opaqueId, tokyoDate } from './primitives.ts'

const memberExport = z.object({
  exportId: opaqueId,
  state: z.enum(['gathering', 'ready', 'failed']),
  stateLabel: z.string(),
  /** How far it has come: kinds of records gathered, of how many. */
  tablesDone: count,
  tablesInAll: count,
  rows: count,
  wholeNumbers: z.boolean(),
  requestedAt: instant,
  /** From then on it cannot be had any more. */
  expiresAt: instant,
  zipUrl: z.string().optional(),
  jsonUrl: z.string().optional(),
})

const memberExports = z.object({ exports: z.array(memberExport) }).meta({ id: 'MemberExports' })

const accountDeletion = z
  .object({
    state: z.enum(['none', 'requested', 'withdrawn']),
    requestedAt: instant.optional(),
    dueAt: instant.optional(),
    /** Why it cannot be requested now. */
    refusal: z.enum(['ACCOUNT_IN_USE', 'ACCOUNT_OWES']).optional(),
    /** Whether a law keeps something beyond it. */
    keeps: z.boolean(),
  })
  .meta({ id: 'AccountDeletion' })

/** What is stored about a member, its export, and its deletion. */
export const heldApi = {
  heldGet: accountEndpoint('GET', '/api/held', {
    summary: '保存している情報と、保存の期間',
    result: z
      .object({
        kinds: z.array(
          z.object({
            title: z.string(),
            keptFor: z.string(),
            /** The last day, once the contract has ended. */
            keptUntil: tokyoDate.optional(),
            /** Single records go earlier. */
            earlier: z.string().optional(),
          }),
        ),
      })
      .meta({ id: 'HeldKinds' }),
  }),

  memberExportGet: accountEndpoint('GET', '/api/member_export', {
    summary: '情報の持ち出しの状況',
    result: memberExports,
  }),

  memberExportPost: accountEndpoint('POST', '/api/member_export', {
    limit: 'attempts',
    summary: '情報の持ち出しを頼む',
    body: z.object({ wholeNumbers: z.boolean() }),
    result: memberExports,
    proof: 'secondFactor',
    errors: ['EXPORT_UNDER_WAY'],
  }),

  memberExportDelete: accountEndpoint('DELETE', '/api/member_export', {
    summary: '持ち出すファイルを消去する',
    query: z.object({ exportId: opaqueId }),
    result: memberExports,
  }),

  accountDeletionGet: accountEndpoint('GET', '/api/account_deletion', {
    summary: 'アカウントの削除の状況',
    result: accountDeletion,
  }),

  accountDeletionPost: accountEndpoint('POST', '/api/account_deletion', {
    limit: 'attempts',
    summary: 'アカウントの削除を頼む、取り消す',
    body: z.discriminatedUnion('step', [
      z.object({ step: z.literal('request') }),
      z.object({ step: z.literal('withdraw') }),
    ]),
    result: accountDeletion,
    errors: ['SECOND_FACTOR_REQUIRED', 'ACCOUNT_IN_USE', 'ACCOUNT_OWES', 'NOTHING_BOOKED'],
  }),
}
