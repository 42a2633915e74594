import { z } from 'zod'
import { orderedOperations } from '#vocabulary/operation.ts'
import { accountEndpoint, visitorEndpoint } from './endpoint.ts'
import { isMypage } from '#vocabulary/pages.ts'
import { proofs } from '#vocabulary/proof.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { holdStateWords } from '#vocabulary/states/hold.ts'
import { instant, opaqueId, ownPath, text } from './primitives.ts'

const hold = z
  .object({
    holdNo: opaqueId,
    operation: z.enum([...orderedOperations, 'profileEdit']),
    label: z.string(),
    /** `withdrawn`: it ended in another way, for example by the member. `watched`: it goes on, and can be stopped. */
    state: z.enum(namesOf(holdStateWords)),
    /** The browser the change was requested from, in words. */
    device: z.string(),
    /** The case in which staff asked for it on behalf. */
    caseNo: z.string().optional(),
    heldAt: instant,
    /**
     * It goes on then, unless it is stopped; with `needs_confirmation` it ends then, unless it is confirmed; with `watched` it
     * can be stopped until then.
     */
    until: instant,
  })
  .meta({ id: 'Hold' })

/** A form that was sent without the login or the proof it takes: where to, and its fields as they were. */
export const pressSchema = z
  .object({
    /** Absent where a login was all that was missing, as in an order. */
    proof: z.enum(proofs).optional(),
    path: ownPath,
    fields: z.array(z.object({ name: z.string().max(100), value: z.string().max(4000) })).max(100),
  })
  .meta({ id: 'KeptPress' })

export type Press = z.output<typeof pressSchema>

export const holdApi = {
  proofGet: accountEndpoint('GET', '/api/proof', {
    summary: 'このログインで済んでいる本人の確認と、はじめての端末かどうか',
    result: z.object({
      freshLogin: z.boolean(),
      secondFactor: z.boolean(),
      strong: z.boolean(),
      /** Absent where the device is known: from then on nothing waits that is ordered from it. */
      knownFrom: instant.optional(),
    }),
  }),

  proofPressGet: accountEndpoint('GET', '/api/proof/press', {
    summary: '本人の確認の前に押した手続き（確認が済んだあと、同じ端末から）',
    result: z.object({ press: pressSchema.optional() }),
  }),

  proofPressPost: accountEndpoint('POST', '/api/proof/press', {
    summary: '本人の確認のあいだ、押した手続きを預かる',
    body: pressSchema,
    result: z.object({ kept: z.boolean() }),
  }),

  /** The steps of an order find their account by themselves (application.ts). */
  loginPressPost: visitorEndpoint('POST', '/api/login/press', {
    limit: 'applicationSteps',
    summary:
      'ログインが切れているあいだ、押した手続きを預かる（同じ端末で同じ方がログインするまで）',
    body: pressSchema
      .omit({ proof: true })
      .refine(({ path }) => path.startsWith('/order/') || isMypage(path), { path: ['path'] }),
    result: z.object({ kept: z.boolean() }),
  }),

  holdsGet: accountEndpoint('GET', '/api/holds', {
    summary: '安全のため保留しているお申し込み',
    result: z.object({ holds: z.array(hold) }),
  }),

  /** Asks for no proof: a member who fears a stranger must be able to act at once. */
  holdsStopPost: accountEndpoint('POST', '/api/holds/stop', {
    summary: '保留しているお申し込みを止める',
    body: z.object({ holdNo: opaqueId }),
    result: hold,
    errors: ['WRONG_STATE'],
  }),

  holdsLinkGet: visitorEndpoint('GET', '/api/holds/link', {
    limit: 'attempts',
    summary: 'お知らせのリンクから見る、保留しているお申し込み',
    query: z.object({ t: text(100) }),
    result: hold,
  }),
}
