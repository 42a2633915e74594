import { z } from 'zod'
import { namesOf } from '#vocabulary/state-words.ts'
import { guardianConsentWords } from '#vocabulary/states/guardian-consent.ts'
import { memberEndpoint } from './endpoint.ts'
import { instant, lineId, tokyoDate } from './primitives.ts'
import { lineName } from './procedure.ts'

const consents = z
  .object({
    consents: z.array(
      z.object({
        line: lineName,
        state: z.enum(namesOf(guardianConsentWords)),
        stateLabel: z.string(),
        message: z.string(),
        /** The guardian who agreed, and as what, how and when. */
        guardian: z.string(),
        relation: z.string(),
        way: z.string(),
        givenAt: instant,
        /** The user's birthday; absent once it is erased. */
        birth: tokyoDate.optional(),
        /** Until then the own consent of who has come of age can be said. */
        answerUntil: instant.optional(),
      }),
    ),
  })
  .meta({ id: 'GuardianConsents' })

export const guardianApi = {
  guardianConsentGet: memberEndpoint('GET', '/api/guardian_consent', {
    summary: '18歳未満の方の情報への同意',
    result: consents,
  }),

  guardianConsentPost: memberEndpoint('POST', '/api/guardian_consent', {
    summary: '18歳になったご本人の同意を伝える、同意を取り消す',
    body: z.object({
      lineId,
      /** `erase` takes the consent back: the birthday is erased. */
      answer: z.enum(['confirm', 'erase'], 'どちらかを選んでください。'),
    }),
    result: consents,
  }),
}
