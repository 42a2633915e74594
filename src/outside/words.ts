import { z } from 'zod'

/** The portal's own id of what it asks for: the same id asks for the same thing, however often it comes. */
export const orderId = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,100}$/)
  .meta({ description: 'Given by the portal; the same id is done once' })

/** RFC 3339 with its offset, as text. */
export const instant = z.iso.datetime({ offset: true })

export const phoneNumber = z.string().regex(/^0\d{9,10}$/)

export const failure = z.object({
  error: z.object({
    code: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
    message: z.string().optional(),
  }),
})

/** What every report of a system has beside its own fields. */
export const reported = {
  eventId: z.string().min(1).max(200).meta({ description: 'The same again when sent again' }),
  at: instant.meta({ description: 'When it happened' }),
  sentAt: instant.meta({ description: 'When this copy was sent' }),
}
