import { callKinds } from '#vocabulary/call.ts'
import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { personal } from './personal.ts'
import { instant, masked, opaqueId, queryFlag, tenthsYen } from './primitives.ts'
import { lineName, page, taxBasis } from './procedure.ts'
import { recordQuery } from './record-query.ts'

export const callApi = {
  callLogGet: memberEndpoint('GET', '/api/call/log', {
    spec: '7.2 Data and lines',
    scope: 'calls:read',
    summary: '通話とSMSの利用明細',
    query: z.object({
      ...recordQuery,
      /** Show the other party's number in full. */
      unmasked: queryFlag.optional(),
    }),
    errors: ['FAMILY_LINE_SECRET'],
    result: z
      .object({
        ...page(
          z.object({
            recordId: opaqueId,
            at: instant,
            kind: z.enum(callKinds),
            /** Only where `unmasked` was asked for; still hidden for records whose number was not stored. */
            to: personal('number', z.string()).optional(),
            /** The other party with its last digits hidden. */
            toMasked: masked,
            durationSeconds: z.int().min(0).optional(),
            messages: z.int().min(0).optional(),
            amountTenthsYen: tenthsYen,
            tax: taxBasis,
            /** Seconds free of charge under 10分かけ放題. */
            freeSeconds: z.int().min(0).optional(),
            explanation: z.string(),
            /** The rate row and its date, seconds to units to yen, and why the flat rate did or did not apply. */
            reckoning: z.array(z.string()),
            provisional: z.boolean(),
          }),
        ),
        line: lineName,
        totalAmountTenthsYen: tenthsYen,
        totalDurationSeconds: z.int().min(0),
        asOf: instant,
      })
      .meta({ id: 'CallLog' }),
  }),
}
