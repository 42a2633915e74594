import { z } from 'zod'

const fact = z.object({
  label: z.string(),
  value: z.string(),
  /** What was and what will be, where the value is a change: shown side by side in HTML. */
  change: z.object({ before: z.string(), after: z.string() }).optional(),
})

const drawing = z.discriminatedUnion('kind', [
  /** What is left of what there was, from 12 o'clock. */
  z.object({ kind: z.literal('residual'), leftShare: z.number().min(0).max(1) }),
  /** Bought on top: the dashed ring of a top-up. */
  z.object({ kind: z.literal('added') }),
  z.object({ kind: z.literal('steps'), done: z.int(), of: z.int() }),
])

const ring = z.object({
  drawing,
  /** The ring in words, for those who do not see it. */
  words: z.string(),
  /** The number that it shows, in letters beside it. */
  figure: z.string().optional(),
  /** What the number means, where it does not say so itself. */
  note: z.string().optional(),
})

/** A mail as values; its text, its HTML and its pictures are written from these. */
export const mailContent = z.object({
  subject: z.string(),
  salutation: z.string(),
  paragraphs: z.array(z.string()).readonly(),
  facts: z.array(fact).readonly(),
  ring: ring.optional(),
  link: z.object({ label: z.string(), url: z.string() }),
  /** Where mails of this kind are stopped, of what may be stopped. */
  stop: z.object({ label: z.string(), url: z.string() }).optional(),
  signature: z.array(z.string()).readonly(),
})

export type MailContent = z.infer<typeof mailContent>
/** A number, an amount or a date of a message; one a line in texts, one a row in tables. */
export type MessageFact = z.infer<typeof fact>
export type RingDrawing = z.infer<typeof drawing>
export type MailRing = z.infer<typeof ring>
