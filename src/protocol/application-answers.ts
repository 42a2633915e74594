import { applicationSteps, genders, lineUsers, numberSources } from '#vocabulary/application.ts'
import { guardianRelations } from '#vocabulary/guardian.ts'
import { lineKinds } from '#vocabulary/line.ts'
import { z } from 'zod'
import { typedProfile } from './account.ts'
import { optionCode } from './catalogue.ts'
import { typedEid } from './eid.ts'
import { handoverNo } from './handover.ts'
import {
  agreed,
  count,
  forwardTo,
  optionalText,
  reservationNo,
  text,
  tokyoDate,
  typedPhoneNumber,
} from './primitives.ts'
import { planCode, simKind, simSize } from './procedure.ts'
import { withKana } from './typed-person.ts'

/** A contract has up to three lines; they are counted from 1. */
export const lineNo = z.int('回線を選んでください。').min(1).max(3)

export const applicationStep = z.enum(applicationSteps).meta({ id: 'ApplicationStep' })

/** Only numbers of mobile phones are brought along. */
const mobile = /^0[6789]0\d{8}$/u
const notMobile = '移す電話番号を、060・070・080・090で始まる11桁で入力してください。'
const isPorted = (by: string) => by === 'reservation' || by === 'oneStop'

/** The version of the application that the page was made from: what another tab saved meanwhile is not overwritten. */
const shown = { version: count }
const ofLine = { ...shown, line: lineNo }

/** Who is to hold a contract, as it is typed. */
export const typedHolder = {
  ...typedProfile.omit({ email: true }).shape,
  birth: tokyoDate,
  gender: z.enum(genders, '性別を選んでください。'),
  phone: typedPhoneNumber,
}

/** One step's answers, each a form of its own. An answer that a later step makes invalid stays stored and is asked again. */
export const applicationAnswers = {
  plan: z.object({
    step: z.literal('plan'),
    ...shown,
    plan: planCode,
    lines: z.int('回線数を選んでください。').min(1).max(3),
    /** Carried over from the fee simulator: kinds of the lines, the first line first. */
    kinds: z.array(simKind).max(3).optional(),
  }),
  kind: z.object({
    step: z.literal('kind'),
    ...ofLine,
    /** `handover`: a line of the family is taken over, which has its kind and its SIM. */
    kind: z.enum([...lineKinds, 'handover'], 'SIMの種別を選んでください。'),
  }),
  sim: z
    .object({ step: z.literal('sim'), ...ofLine, size: simSize, eid: typedEid.optional() })
    .refine(({ size, eid }) => size !== 'esim' || eid !== undefined, {
      path: ['eid'],
      error: 'eSIMには端末のEID（32桁）が必要です。端末の設定画面で確認して入力してください。',
    }),
  number: z
    .object({
      step: z.literal('number'),
      ...ofLine,
      by: z.enum(numberSources, '電話番号を選んでください。'),
      number: typedPhoneNumber.optional(),
      reservationNo: reservationNo.optional(),
      /** The last day on which the reservation number is valid. */
      lastDay: tokyoDate.optional(),
      /** Of a line that is handed over, with its number. */
      handoverNo: handoverNo.optional(),
    })
    .refine(({ by, number }) => by === 'new' || number !== undefined, {
      path: ['number'],
      error: '電話番号を入力してください。',
    })
    .refine(({ by, number }) => !isPorted(by) || number === undefined || mobile.test(number), {
      path: ['number'],
      error: notMobile,
    })
    .refine(({ by, handoverNo: no }) => by !== 'handover' || no !== undefined, {
      path: ['handoverNo'],
      error: '譲渡番号を10桁の数字で入力してください。',
    })
    .refine(({ by, reservationNo: no }) => by !== 'reservation' || no !== undefined, {
      path: ['reservationNo'],
      error: 'MNP予約番号を10桁の数字で入力してください。',
    })
    .refine(({ by, lastDay }) => by !== 'reservation' || lastDay !== undefined, {
      path: ['lastDay'],
      error: 'MNP予約番号の有効期限を選んでください。',
    }),
  user: z
    .object({
      step: z.literal('user'),
      ...ofLine,
      user: z.enum(lineUsers, '使う方を選んでください。'),
      /** Of a user who is not the holder: under 18 filtering is joined. */
      birth: tokyoDate.optional(),
      /** Of a user under 18: what the holder is to them, and that the holder agrees as such. */
      guardian: z.enum(guardianRelations, '続柄を選んでください。').optional(),
      consent: z.literal(true).optional(),
      nickname: optionalText(20).optional(),
    })
    .refine(({ user, birth }) => user === 'holder' || birth !== undefined, {
      path: ['birth'],
      error: '使う方の生年月日を入力してください。',
    }),
  options: z.object({
    step: z.literal('options'),
    ...shown,
    /** `line` where the option belongs to a line; none chosen is an empty list. */
    options: z.array(z.object({ line: lineNo.optional(), optionCode })).max(30),
    /** Where calls are forwarded to, by line; only with the option that asks. */
    forwardTo1: forwardTo.optional(),
    forwardTo2: forwardTo.optional(),
    forwardTo3: forwardTo.optional(),
  }),
  holder: withKana(z.object({ step: z.literal('holder'), ...shown, ...typedHolder })),
  terms: z.object({
    step: z.literal('terms'),
    ...shown,
    termsVersion: text(40),
    agreed,
  }),
} as const
