import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { bytes, instant, queryNumber, tokyoDate, tokyoMonth, yen } from './primitives.ts'
import { planCode } from './procedure.ts'

const comparedSize = z
  .object({
    plan: planCode,
    name: z.string(),
    /** Of all months compared, without what is paid once. */
    wouldYen: yen,
    /** Against what was paid; below zero where it would have been cheaper. */
    deltaYen: yen,
    current: z.boolean(),
    sureness: z.enum(['high', 'some', 'low']),
    surenessLabel: z.string(),
  })
  .meta({ id: 'ComparedSize' })

export const adviceApi = {
  adviceGet: memberEndpoint('GET', '/api/advice', {
    scope: 'usage:read',
    summary: 'この1年の利用を、ほかのデータ容量で計算し直した比較',
    query: z.object({
      /** The size whose months are listed; the cheapest other one, if not asked. */
      plan: queryNumber(1, 999, 'データ容量を選んでください。').optional(),
    }),
    result: z
      .object({
        /** Nothing is compared before there are whole months enough, nor while the member is leaving. */
        state: z.enum(['currentIsBest', 'cheaper', 'tooEarly', 'leaving', 'ended']),
        message: z.string(),
        /** The first day there is something to compare. */
        from: tokyoDate.optional(),
        compared: z
          .object({
            firstMonth: tokyoMonth,
            lastMonth: tokyoMonth,
            paidYen: yen,
            /** The cheapest first. */
            sizes: z.array(comparedSize),
            /** What holds for every size: what is counted and what is not. */
            terms: z.array(z.string()),
            chosen: comparedSize.extend({
              reasons: z.array(z.string()),
              months: z.array(
                z.object({
                  month: tokyoMonth,
                  paidYen: yen,
                  wouldYen: yen,
                  deltaYen: yen,
                  usedBytes: bytes,
                  missingBytes: bytes,
                  reasons: z.array(z.string()),
                }),
              ),
            }),
          })
          .optional(),
        asOf: instant,
      })
      .meta({ id: 'SizeAdvice' }),
  }),
}
