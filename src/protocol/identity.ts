import { identityStateWords } from '#vocabulary/states/identity.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { accountEndpoint } from './endpoint.ts'
import { instant, orderNo, ownPath, webUrl } from './primitives.ts'

/** Voice lines need the check; the number of the card itself is never stored or sent. */
export const identityCheck = z
  .object({
    state: z.enum(namesOf(identityStateWords)),
    stateLabel: z.string(),
    message: z.string().optional(),
    expiresAt: instant.optional(),
    attemptsLeft: z.int().min(0).optional(),
    /** What staff asked to be read instead of the document before. */
    asked: z.string().optional(),
  })
  .meta({ id: 'IdentityCheck' })

export const identityApi = {
  identityCheckGet: accountEndpoint('GET', '/api/identity_check', {
    summary: '本人確認の状況',
    query: z.object({ orderNo }),
    result: identityCheck,
  }),

  identityCheckPost: accountEndpoint('POST', '/api/identity_check', {
    summary: '本人確認（ICチップの読み取り）を始める、やり直す',
    body: z.object({ orderNo, back: ownPath }),
    result: identityCheck.extend({ startUrl: webUrl }),
    errors: ['IDENTITY_EXPIRED', 'IDENTITY_ON_OTHER_DEVICE'],
  }),
}
