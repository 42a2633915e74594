import { z } from 'zod'

export const secret = z.string().min(32, 'must have at least 32 characters')

/** Several values in one variable, separated by commas; none when it is not set. */
export const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
