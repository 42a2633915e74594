import { z } from 'zod'

/** What a test file asks its own portal for. */
export const askSchema = z.union([
  z.object({ clock: z.string() }),
  z.object({ newcomer: z.object({ loginId: z.string(), startedOn: z.string() }) }),
  z.object({ usage: z.object({ loginId: z.string(), month: z.string() }) }),
  z.object({ now: z.literal(true) }),
])
export type Ask = z.infer<typeof askSchema>

export const toldSchema = z.union([
  z.object({ ready: z.object({ url: z.string(), carrierUrl: z.string() }) }),
  z.object({ done: z.string() }),
  z.object({ failed: z.string() }),
])
export type Told = z.infer<typeof toldSchema>
