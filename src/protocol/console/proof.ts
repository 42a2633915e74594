import { z } from 'zod'
import { proofWays } from '#vocabulary/console-record.ts'
import { callerProofStateWords } from '#vocabulary/states/caller-proof.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { type Api, staffEndpoint } from '#protocol/endpoint.ts'
import { count, instant, masked, tokyoDate, typedPhoneNumber } from '#protocol/primitives.ts'
import { proofPurpose as purpose } from '#protocol/telephone.ts'
import { typedCode, typedReading } from '#protocol/typed-person.ts'
import { grant, grantRef } from './grant.ts'

const proofAnswer = z
  .object({
    outcome: z.enum(['proved', 'wrong', 'failed']),
    /** How often may still be tried: with this code, or today. */
    triesLeft: count,
    grant,
  })
  .meta({ id: 'CallerProofAnswer' })

/** Whether who calls is the member. */
export const proofApi = {
  consoleProofBeginPost: staffEndpoint('POST', '/api/console/grant/proof', {
    act: 'caller.prove',
    summary: '確認の番号を登録の連絡先に送る',
    body: grantRef.extend({ purpose, way: z.enum(['mail', 'sms'], '送り先を選んでください。') }),
    result: z.object({ sentTo: masked, expiresAt: instant, triesLeft: count }),
    errors: ['GRANT_OVER', 'CONTACT_CHANGED_LATELY', 'CONTACT_MISSING', 'CODE_SENT_RECENTLY'],
  }),

  consoleProofCheckPost: staffEndpoint('POST', '/api/console/grant/proof/check', {
    act: 'caller.prove',
    summary: 'お電話の方が言った番号を確かめる',
    body: grantRef.extend({ purpose, code: typedCode }),
    result: proofAnswer,
    errors: ['GRANT_OVER', 'NO_CODE_ISSUED'],
  }),

  consoleProofAnswersPost: staffEndpoint('POST', '/api/console/grant/proof/answers', {
    act: 'caller.prove',
    summary: '電話番号・フリガナ・生年月日を、見ずに照らし合わせる',
    body: grantRef.extend({ number: typedPhoneNumber, kana: typedReading, birth: tokyoDate }),
    result: proofAnswer,
    errors: ['GRANT_OVER', 'PROOF_LOCKED'],
  }),

  consoleProofsGet: staffEndpoint('GET', '/api/console/grant/proofs', {
    act: 'caller.prove',
    summary: 'この記録で行った相手の確認',
    query: grantRef,
    result: z.object({
      proofs: z.array(
        z.object({
          purpose,
          way: z.enum(namesOf(proofWays)),
          state: z.enum(namesOf(callerProofStateWords)),
          begunAt: instant,
          endedAt: instant.optional(),
        }),
      ),
    }),
    errors: ['GRANT_OVER'],
  }),
} satisfies Api
