import { z } from 'zod'
import { orderedOperations } from '#vocabulary/operation.ts'
import { endpoint } from './endpoint.ts'
import { instant, opaqueId, text } from './primitives.ts'

const hold = z
  .object({
    holdNo: opaqueId,
    operation: z.enum([...orderedOperations, 'profileEdit']),
    label: z.string(),
    /** `withdrawn`: what was held has come to its end otherwise, as by the member. */
    state: z.enum(['held', 'released', 'stopped', 'withdrawn']),
    /** The browser the change was requested from, in words. */
    device: z.string(),
    heldAt: instant,
    /** It goes on then, unless it is stopped. */
    until: instant,
  })
  .meta({ id: 'Hold' })

export const holdApi = {
  holdsGet: endpoint({
    spec: 'ours',
    method: 'GET',
    path: '/api/holds',
    access: 'account',
    summary: '安全のため保留しているお申し込み',
    result: z.object({ holds: z.array(hold) }),
  }),

  /** Asks for no proof: a member who fears a stranger must be able to act at once. */
  holdsStopPost: endpoint({
    spec: 'ours',
    method: 'POST',
    path: '/api/holds/stop',
    access: 'account',
    summary: '保留しているお申し込みを止める',
    body: z.object({ holdNo: opaqueId }),
    result: hold,
    errors: ['WRONG_STATE'],
  }),

  holdsLinkGet: endpoint({
    spec: 'ours',
    method: 'GET',
    path: '/api/holds/link',
    access: 'visitor',
    limit: 'attempts',
    summary: 'お知らせのリンクから見る、保留しているお申し込み',
    query: z.object({ t: text(100) }),
    result: hold,
  }),
}
