import { z } from 'zod'
import type { CarrierPort } from '#backend/ports/carrier.ts'

/** What the carrier's network sees a SIM in; a SIM in no device is an empty object. */
export const seenDevice = z.object({
  maker: z.string().default(''),
  name: z.string().default(''),
  imei: z.string(),
})

export type SeenDevice = z.output<typeof seenDevice>

/** What the carrier sees each SIM in, now; `undefined` where it does not say. */
export async function seenOn(
  carrier: Pick<CarrierPort, 'line'>,
  lineRef: string,
): Promise<SeenDevice | 'none' | undefined> {
  const answer = await carrier.line(lineRef)
  if (answer.kind === 'no-answer') return undefined
  if (answer.kind === 'rejected') return 'none'
  return seenDevice.safeParse(answer.value.device).data ?? 'none'
}
