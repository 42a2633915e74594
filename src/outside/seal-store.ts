import { z } from 'zod'

/** Spoken with the store of the audit's seals (docs/outside-systems.md 5). */
export const storedSeal = z.object({ number: z.int().min(1), digest: z.string().min(1).max(100) })

/** At most so many in one answer; `after` goes on. */
export const SEALS_AT_ONCE = 1000

export const storedSeals = z.object({ seals: z.array(storedSeal).max(SEALS_AT_ONCE) })
