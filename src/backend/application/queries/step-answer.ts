import { RefusalError } from '#backend/refusal.ts'
import { isUsedByMinor, type ChosenOption } from '#domain/application/answers.ts'
import type { StepAnswer } from '#domain/application/apply-step.ts'
import { options } from '#domain/catalogue/option.ts'
import { formatRfc3339, tokyoDate, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { applicationApi } from '#protocol/application.ts'
import type { Input } from '#protocol/endpoint.ts'
import { applicationTerms } from '../terms.ts'

/** One step's answers as they come over the wire. */
export type WireStep = Input<typeof applicationApi.applicationPut>['body']

/** The answers of a step as the domain has them. @throws RefusalError VALIDATION_FAILED at the field, TERMS_OUTDATED */
export function toStepAnswer(body: WireStep, now: Instant): StepAnswer {
  switch (body.step) {
    case 'plan':
    case 'kind':
    case 'sim':
      return body
    case 'number': {
      const { step, line, by, number, reservationNo, lastDay } = body
      return { step, line, by, number, reservationNo, lastDay: lastDay && tokyoDate(lastDay) }
    }
    case 'user': {
      const { step, line, user, birth, nickname } = body
      const born = birth === undefined ? undefined : pastDay(birth, now)
      const isMinor = isUsedByMinor({ user, birth: born }, toTokyoDate(now))
      const guardian = isMinor ? guardianOf(body, now) : undefined
      return { step, line, user, birth: born, guardian, nickname: nickname || undefined }
    }
    case 'options':
      return { step: body.step, options: chosenOf(body) }
    case 'holder': {
      const { step, version: _, ...holder } = body
      return { step, holder: { ...holder, birth: pastDay(holder.birth, now) } }
    }
    case 'terms':
      if (body.termsVersion !== applicationTerms.version) throw new RefusalError('TERMS_OUTDATED')
      return { ...body, termsAgreedAt: formatRfc3339(now) }
  }
}

/** Whose consent the law asks for to store who under 18 uses the line; none where the user is of age. */
function guardianOf({ guardian, consent }: Extract<WireStep, { step: 'user' }>, now: Instant) {
  const fields = {
    ...(guardian === undefined && {
      guardian: ['使う方が18歳未満のときは、申し込む方の続柄を選んでください。'],
    }),
    ...(consent !== true && {
      consent: ['使う方が18歳未満のときは、保護者としての同意にチェックを入れてください。'],
    }),
  }
  if (guardian === undefined || consent !== true)
    throw new RefusalError({ code: 'VALIDATION_FAILED', fields })
  return { relation: guardian, at: formatRfc3339(now) }
}

function pastDay(birth: string, now: Instant) {
  const day = tokyoDate(birth)
  if (day <= toTokyoDate(now)) return day
  const sentence = '生年月日が先の日付です。西暦から確かめてください。'
  throw new RefusalError({ code: 'VALIDATION_FAILED', fields: { birth: [sentence] } })
}

/** The form has a box for each option of each line, and asks for each line where calls are forwarded to. */
function chosenOf(body: Extract<WireStep, { step: 'options' }>): readonly ChosenOption[] {
  const forwardTo = [body.forwardTo1, body.forwardTo2, body.forwardTo3]
  return body.options.map(({ line, optionCode }) => {
    const chosen: ChosenOption = {
      ...(options[optionCode].scope === 'line' && { line }),
      code: optionCode,
    }
    if (options[optionCode].asks !== 'forwardTo') return chosen
    const number = line === undefined ? undefined : forwardTo[line - 1]
    if (number === undefined)
      throw new RefusalError({
        code: 'VALIDATION_FAILED',
        fields: { [`forwardTo${line ?? 1}`]: ['転送先の電話番号を入力してください。'] },
      })
    return { ...chosen, forwardTo: number }
  })
}
