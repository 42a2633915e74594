import type { z } from 'zod'
import { mapPersonal } from '#backend/mask-result.ts'

/**
 * The result with each text that a person has typed between marks that no such text can hold: an agent that reads it is
 * told that what stands there is data, whatever it says.
 */
export const markPeoplesText = (schema: z.ZodType, result: unknown): unknown =>
  mapPersonal(schema, result, (mark, text) =>
    (mark === 'name' || mark === 'written') && text !== ''
      ? `⟦会員の入力：${text.replaceAll(/[⟦⟧]/g, '')}⟧`
      : text,
  )
