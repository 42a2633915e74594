import { z } from 'zod'

/** How a test file's own portal begins. */
export const startSchema = z.object({ startAt: z.string().optional(), tls: z.boolean() })
export type OwnPortalStart = { startAt: string | undefined; tls: boolean }

/** What a test file asks its own portal for. */
export const askSchema = z.union([
  z.object({ clock: z.string() }),
  z.object({ openedOutage: z.object({ title: z.string(), areas: z.array(z.string()) }) }),
  z.object({ closedOutage: z.string() }),
  z.object({ unusedForMinutes: z.number() }),
  z.object({ slowUse: z.object({ loginId: z.string(), megabytes: z.number() }) }),
])
export type Ask = z.infer<typeof askSchema>

export const portalMessage = z.union([
  z.object({
    ready: z.object({
      url: z.string(),
      carrierUrl: z.string(),
      pushUrl: z.string(),
    }),
  }),
  z.object({ done: z.string() }),
  z.object({ failed: z.string() }),
])
export type PortalMessage = z.infer<typeof portalMessage>
