import { z } from 'zod'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Answers } from '#domain/application/answers.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { genders, lineUsers, numberSources } from '#vocabulary/application.ts'
import { guardianRelations } from '#vocabulary/guardian.ts'
import { lineKinds, simSizes } from '#vocabulary/line.ts'
import { optionCodes } from '#vocabulary/option.ts'

const day = z.string().transform(tokyoDate)

/** Who is to hold a contract, as it is stored. */
export const storedHolder = z.object({
  lastName: z.string(),
  firstName: z.string(),
  lastNameKana: z.string(),
  firstNameKana: z.string(),
  birth: day,
  gender: z.enum(genders),
  zipCode: z.string(),
  region: z.string(),
  locality: z.string(),
  street: z.string(),
  phone: z.string(),
})

/** The answers as they are stored: the domain's type, line by line. */
const storedAnswers = z.object({
  plan: z.int().optional(),
  lineCount: z.int(),
  lines: z.array(
    z.object({
      kind: z.enum(lineKinds).optional(),
      size: z.enum(simSizes).optional(),
      eid: z.string().optional(),
      by: z.enum(numberSources).optional(),
      number: z.string().optional(),
      reservationNo: z.string().optional(),
      handoverNo: z.string().optional(),
      lastDay: day.optional(),
      oneStop: z
        .object({
          number: z.string(),
          state: z.enum(['waiting', 'done', 'cancelled']),
          token: z.string().optional(),
          lastDay: day.optional(),
        })
        .optional(),
      user: z.enum(lineUsers).optional(),
      birth: day.optional(),
      guardian: z.object({ relation: z.enum(guardianRelations), at: z.string() }).optional(),
      nickname: z.string().optional(),
    }),
  ),
  options: z
    .array(
      z.object({
        line: z.int().optional(),
        code: z.enum(optionCodes),
        forwardTo: z.string().optional(),
      }),
    )
    .optional(),
  holder: storedHolder.optional(),
  termsVersion: z.string().optional(),
  termsAgreedAt: z.string().optional(),
}) satisfies z.ZodType<Answers>

export const answersAad = (applicationId: string) => `application.answers:${applicationId}`
export const numberAad = (stateHash: string) => `application_visit.number:${stateHash}`
export const linkAad = (codeHash: string) => `application_link.link:${codeHash}`

export function answersOf(
  sealing: Sealing,
  row: { readonly application_id: string; readonly answers_sealed: string },
): Answers {
  const opened = sealing.open(answersAad(row.application_id), row.answers_sealed)
  return storedAnswers.parse(JSON.parse(opened))
}

export const sealAnswers = (sealing: Sealing, applicationId: string, answers: Answers) =>
  sealing.seal(answersAad(applicationId), JSON.stringify(answers))
