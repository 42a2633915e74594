import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, cursor, instant, masked, opaqueId, ownPath, queryNumber } from './primitives.ts'
import { page } from './procedure.ts'

export const noticeApi = {
  noticesGet: endpoint({
    spec: 'ours',
    method: 'GET',
    path: '/api/notices',
    access: 'account',
    summary: 'あなたへのお知らせ',
    query: z.object({
      unread: z.enum(['true', 'false']).optional(),
      cursor: cursor.optional(),
      limit: queryNumber(1, 100).optional(),
    }),
    result: z.object({
      ...page(
        z
          .object({
            noticeId: opaqueId,
            at: instant,
            kind: z.enum(['procedure', 'data', 'billing', 'security', 'service']),
            title: z.string(),
            body: z.string(),
            important: z.boolean(),
            readAt: instant.optional(),
            /** The same by mail. */
            mailedTo: masked.optional(),
            path: ownPath.optional(),
          })
          .meta({ id: 'Notice' }),
      ),
      unread: count,
    }),
  }),

  noticesPut: endpoint({
    spec: 'ours',
    method: 'PUT',
    path: '/api/notices',
    access: 'account',
    summary: 'お知らせを読んだことにする',
    body: z.object({ noticeIds: z.array(opaqueId).min(1).max(100) }),
    result: z.object({ unread: count }),
  }),

  loginHistoryGet: endpoint({
    spec: 'ours',
    method: 'GET',
    path: '/api/login_history',
    access: 'account',
    summary: 'ログインの記録',
    query: z.object({ cursor: cursor.optional(), limit: queryNumber(1, 100).optional() }),
    result: z.object({
      ...page(
        z
          .object({
            loginId: opaqueId,
            at: instant,
            /** This very session. */
            current: z.boolean(),
            result: z.enum(['signedIn', 'refused', 'signedOut', 'expired']),
            device: z.string(),
            addressMasked: masked,
            /** The first from its device, while the account knew others. */
            newDevice: z.boolean(),
          })
          .meta({ id: 'Login' }),
      ),
    }),
  }),

  loginHistoryDelete: endpoint({
    spec: 'ours',
    method: 'DELETE',
    path: '/api/login_history',
    access: 'account',
    summary: 'ほかの端末のログインを終わらせる',
    /** One of them by its name; without one, all but this very session. */
    query: z.object({ loginId: opaqueId.optional() }),
    result: z.object({ ended: count }),
  }),
}
