import { z } from 'zod'
import { commonDetails, defineProcedure } from '#backend/procedure/define.ts'
import { paperStates } from '#domain/document/paper-states.ts'

export type PaperOrder = ReturnType<typeof paperCopy.read>

const instant = z.union([
  z.instanceof(Temporal.Instant),
  z.string().transform((text) => Temporal.Instant.from(text)),
])

/** 契約書面の郵送: a paper copy of a contract document; it may be ordered again afterwards, by another order. */
export const paperCopy = defineProcedure({
  names: ['paperCopy'],
  machine: paperStates,
  details: commonDetails.extend({
    docId: z.string(),
    documentTitle: z.string(),
    feeYen: z.int(),
    shippedAt: instant.optional(),
    trackingNo: z.string().optional(),
  }),
  over: ['delivered', 'returned'],
  outlivesContract: true,
  oneAtATime: ['paperCopy'],
  course: () => ['ordered', 'printed', 'shipped', 'delivered'],
  extras: ({ details: { trackingNo } }) =>
    trackingNo === undefined ? {} : { tracking: { carrierName: '配送会社', trackingNo } },
})
