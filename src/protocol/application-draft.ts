import { guardianRelations } from '#vocabulary/guardian.ts'
import { applicationStateWords, lineUsers, numberSources } from '#vocabulary/application.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { applicationStep, lineNo } from './application-answers.ts'
import { optionCode } from './catalogue.ts'
import { errorCode } from './errors.ts'
import { identityCheck } from './identity.ts'
import {
  bytes,
  count,
  instant,
  masked,
  opaqueId,
  orderNo,
  tokyoDate,
  tokyoMonth,
} from './primitives.ts'
import { charge, planCode, simKind, simSize, totals } from './procedure.ts'

/** A step of the application, and what it still lacks. */
const stepOnTheWay = z
  .object({
    step: applicationStep,
    /** Of steps asked once a line. */
    line: lineNo.optional(),
    label: z.string(),
    done: z.boolean(),
    /** Answered, but not valid any more, or refused outside. */
    problem: z.object({ code: errorCode, message: z.string() }).optional(),
  })
  .meta({ id: 'ApplicationStepState' })

const place = z.object({ step: applicationStep, line: lineNo.optional() })

/** What it costs, by the functions of the fee simulator and of the bill. */
export const applicationQuote = z
  .object({
    on: tokyoDate,
    plan: planCode,
    planName: z.string(),
    baseBytes: bytes,
    /** Once, at the start. */
    oneOff: totals,
    /** An ordinary, full month. */
    monthly: totals,
    /** The month's charges line by line; those of the contract without `line`. */
    byLine: z.array(z.object({ line: lineNo.optional(), charges: z.array(charge) })),
    /** The first day of use that the first bills are reckoned from. */
    startsOn: tokyoDate,
    /** This month's bill prorated from `startsOn`, and the two after it. */
    firstBills: z.array(z.object({ month: tokyoMonth, chargeOn: tokyoDate, totals })),
    /** The high-speed data of the month of `startsOn`, which is prorated like its fee. */
    firstMonthBytes: bytes,
    notes: z.array(z.string()),
  })
  .meta({ id: 'ApplicationQuote' })

const oneStop = z.object({
  state: z.enum(['waiting', 'done', 'cancelled']),
  /** Until when the old carrier's consent holds. */
  lastDay: tokyoDate.optional(),
})

const givenLine = z.object({
  line: lineNo,
  kind: simKind.optional(),
  size: simSize.optional(),
  eid: z.string().optional(),
  by: z.enum(numberSources).optional(),
  number: z.string().optional(),
  handoverNo: z.string().optional(),
  reservationNo: z.string().optional(),
  lastDay: tokyoDate.optional(),
  oneStop: oneStop.optional(),
  user: z.enum(lineUsers).optional(),
  birth: tokyoDate.optional(),
  /** What the holder is to a user under 18, once the holder has agreed as such. */
  guardian: z.enum(guardianRelations).optional(),
  nickname: z.string().optional(),
  /** Of a user who is under 18 today: filtering is joined. */
  under18: z.boolean(),
})

export const holderFields = z.object({
  lastName: z.string(),
  firstName: z.string(),
  lastNameKana: z.string(),
  firstNameKana: z.string(),
  birth: z.string(),
  gender: z.string(),
  zipCode: z.string(),
  region: z.string(),
  locality: z.string(),
  street: z.string(),
  phone: z.string(),
})

export const application = z
  .object({
    state: z.enum(['none', ...namesOf(applicationStateWords)]),
    stateLabel: z.string(),
    version: count,
    /** The visitor's own words, unmasked; those of an account are not shown until one has signed in to it. */
    answers: z.object({
      plan: planCode.optional(),
      lines: z.array(givenLine),
      options: z
        .array(
          z.object({
            line: lineNo.optional(),
            optionCode,
            name: z.string(),
            forwardTo: z.string().optional(),
          }),
        )
        .optional(),
      holder: holderFields.optional(),
      terms: z.object({ version: z.string(), agreedAt: instant }).optional(),
    }),
    /** What the holder's form begins with: what is saved, else what the account knows. */
    holderKnown: holderFields.partial(),
    /** All that is asked of this application, in order. */
    steps: z.array(stepOnTheWay),
    /** The first that is not done. */
    next: place,
    quote: applicationQuote.optional(),
    account: z.object({
      signedIn: z.boolean(),
      /** Another account, or none, is signed in than the one this application belongs to. */
      signInAgain: z.boolean(),
      hasContract: z.boolean(),
      emailMasked: masked.optional(),
    }),
    identity: identityCheck,
    /** The kinds of line whose holder must be identified today. */
    identified: z.array(simKind),
    card: z
      .object({
        brand: z.string(),
        numberMasked: masked,
        expires: tokyoMonth,
      })
      .optional(),
    /** Options that may be had, with what a month of them costs. */
    optionsOffered: z.array(
      z.object({
        optionCode,
        name: z.string(),
        description: z.string(),
        scope: z.enum(['line', 'contract']),
        /** The lines that can carry it. */
        lines: z.array(lineNo),
        monthlyYen: z.int(),
        asks: z.enum(['forwardTo']).optional(),
        excludes: z.array(optionCode),
      }),
    ),
    /** What 最終確認 must say besides; `conditions` is sent back with the order. */
    conclusion: z
      .object({
        conditions: opaqueId,
        /** 分量, 支払時期と方法, 引渡時期, 申込みの期間, 撤回・解除: a heading and its sentences. */
        facts: z.array(z.object({ heading: z.string(), body: z.string() })),
      })
      .optional(),
    /** The last days a reservation number can have that is brought along today. */
    portInLastDays: z.array(tokyoDate),
    /** Once submitted. */
    orderNo: orderNo.optional(),
    /** When what was typed is deleted unless one goes on. */
    expiresAt: instant.optional(),
  })
  .meta({ id: 'Application' })

export const applicationSaved = z
  .object({
    version: count,
    next: place,
    /** Of a new application: to be kept by the browser as its cookie (`applicationCookie`). */
    secret: opaqueId.optional(),
  })
  .meta({ id: 'ApplicationSaved' })
