import { z } from 'zod'

/** How a test file's own portal begins. */
export const startSchema = z.object({ startAt: z.string().optional(), tls: z.boolean() })
export type OwnPortalStart = { startAt: string | undefined; tls: boolean }

/** What lies in the queues of the desk without a member's walk: only a fault outside makes it. */
const plantSchema = z.enum(['refund', 'answer', 'checks'])
export type Plant = z.infer<typeof plantSchema>

/** What a test file asks its own portal for. */
export const askSchema = z.union([
  z.object({ clock: z.string() }),
  z.object({ newcomer: z.object({ loginId: z.string(), startedOn: z.string() }) }),
  z.object({ usage: z.object({ loginId: z.string(), month: z.string() }) }),
  z.object({ now: z.literal(true) }),
  z.object({ openedOutage: z.object({ title: z.string(), areas: z.array(z.string()) }) }),
  z.object({ closedOutage: z.string() }),
  z.object({ unusedForMinutes: z.number() }),
  z.object({ planted: plantSchema }),
  z.object({ slowUse: z.object({ loginId: z.string(), megabytes: z.number() }) }),
])
export type Ask = z.infer<typeof askSchema>

export const portalMessage = z.union([
  z.object({
    ready: z.object({
      url: z.string(),
      carrierUrl: z.string(),
      consoleUrl: z.string(),
      pushUrl: z.string(),
    }),
  }),
  z.object({ done: z.string() }),
  z.object({ failed: z.string() }),
])
export type PortalMessage = z.infer<typeof portalMessage>
