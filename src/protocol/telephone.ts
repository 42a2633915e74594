import { z } from 'zod'
import { proofPurposes } from '#vocabulary/console-record.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { accountEndpoint } from './endpoint.ts'
import { instant } from './primitives.ts'

export const proofPurpose = z.enum(namesOf(proofPurposes), '何のための番号かを選んでください。')

export const telephoneApi = {
  callerCodePost: accountEndpoint('POST', '/api/caller_code', {
    limit: 'attempts',
    summary: 'お電話でご本人と確かめるための番号を出す（10分有効。前の番号は使えなくなる）',
    body: z.object({ purpose: proofPurpose }),
    result: z.object({
      purpose: proofPurpose,
      /** Six figures, to be read out to the staff one is speaking with. */
      code: z.string().regex(/^\d{6}$/u),
      expiresAt: instant,
    }),
  }),
}
