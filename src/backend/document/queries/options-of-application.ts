import { z } from 'zod'
import { findOpenOrders } from '#backend/contract/orders.ts'
import type { Db } from '#backend/db/connect.ts'
import { options } from '#domain/catalogue/option.ts'
import type { OptionFact } from '#domain/option/decide-option.ts'
import { optionCodes } from '#vocabulary/option.ts'

const chosen = z.object({
  chosenOptions: z.array(z.object({ code: z.enum(optionCodes) })).default([]),
})

/** The options agreed to with the application for a contract that has not begun: each is joined when its line opens. */
export async function optionsOfApplication(db: Db, contractId: string): Promise<OptionFact[]> {
  const orders = await findOpenOrders(db, contractId)
  return orders.flatMap(({ details, line_id: lineId }) =>
    chosen.parse(details).chosenOptions.map(({ code }) => ({
      code,
      lineId: options[code].scope === 'line' ? (lineId ?? undefined) : undefined,
      state: 'joining' as const,
    })),
  )
}
