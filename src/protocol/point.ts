import { z } from 'zod'
import { pointEntryKinds, pointEntryStates } from '#vocabulary/point.ts'
import { accountEndpoint } from './endpoint.ts'
import { instant, ownPath, tokyoDate, tokyoMonth } from './primitives.ts'

/** Points of the partner: what bills earn, and what is spent on them (`single_pay`). */
export const pointApi = {
  pointGet: accountEndpoint('GET', '/api/point', {
    summary: 'ポイントの残高と明細',
    result: z
      .object({
        isLinked: z.boolean(),
        /** Linked, and agreed to today's text: paid bills earn points. */
        earns: z.boolean(),
        /** As the partner says; absent while not linked and while it gives no answer. */
        balance: z.int().optional(),
        /** Yen of a bill without tax, for one point. */
        yenPerPoint: z.int(),
        nextGrantOn: tokyoDate,
        /** The newest first. */
        entries: z.array(
          z
            .object({
              kind: z.enum(pointEntryKinds),
              /** The bill it is about. */
              month: tokyoMonth,
              /** Below zero: away from the member. */
              points: z.int(),
              state: z.enum(pointEntryStates),
              stateLabel: z.string(),
              /** Why it was refused. */
              message: z.string().optional(),
              on: tokyoDate,
              path: ownPath,
            })
            .meta({ id: 'PointEntry' }),
        ),
        asOf: instant,
      })
      .meta({ id: 'Points' }),
  }),
}
