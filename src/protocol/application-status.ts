import { applicationStateWords } from '#vocabulary/application.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { lineNo } from './application-answers.ts'
import {
  dateOrInstant,
  instant,
  masked,
  orderNo,
  ownPath,
  text,
  tokyoDate,
  tokyoMonth,
  yen,
} from './primitives.ts'
import { simKind, simSize } from './procedure.ts'

export const applicationReceipt = z
  .object({
    orderNo,
    state: z.enum(namesOf(applicationStateWords)),
    stateLabel: z.string(),
    sentence: z.string(),
    submittedAt: instant,
    emailMasked: masked,
    nextSteps: z.array(z.object({ text: z.string(), on: dateOrInstant.optional() })),
  })
  .meta({ id: 'ApplicationReceipt' })

/** Typed from a mail or a letter, in any width, with hyphens or without. */
export const typedOrderNo = (prefix: 'AP' | 'SC', called: '申込番号' | '受付番号') =>
  text(40, `${called}を入力してください。`)
    .transform((value) => {
      const bare = value.normalize('NFKC').toUpperCase()
      const [, family, ...parts] =
        /^([A-Z]{2})(.{4})(.{4})(.{4})$/u.exec(bare.replace(/[\s‐‑‒–—―−ーｰ-]+/gu, '')) ?? []
      return family === undefined ? bare : [family, ...parts].join('-')
    })
    .pipe(
      z
        .string()
        .regex(
          new RegExp(`^${prefix}(?:-[0-9A-Z]{4}){3}$`, 'u'),
          `${called}を、受付のメールにある「${prefix}-」で始まる形で入力してください。`,
        ),
    )

export const applicationStatus = z
  .object({
    ...applicationReceipt.shape,
    /** From 受付 to 開通. */
    timeline: z.array(
      z.object({
        label: z.string(),
        state: z.enum(['done', 'current', 'coming', 'stopped']),
        at: dateOrInstant.optional(),
      }),
    ),
    lines: z.array(
      z.object({
        lineNo,
        kind: simKind,
        simSize,
        stateLabel: z.string(),
        sentence: z.string(),
        trackingNo: z.string().optional(),
        switchAt: instant.optional(),
        /** Of what comes next, and what that is: お届けの予定. */
        expectedOn: dateOrInstant.optional(),
        expectedLabel: z.string().optional(),
      }),
    ),
    /** Why it was not accepted. */
    reason: z.string().optional(),
    /** Identity still to be shown, and the like, each with where. */
    toDo: z.array(z.object({ text: z.string(), path: ownPath.optional() })),
    canWithdraw: z.boolean(),
    /** Taken back, and the carrier has not said yet whether it still can be. */
    isStopping: z.boolean(),
    /** A file with the dates of its lines, for the account it belongs to; absent while there are none. */
    calendarPath: ownPath.optional(),
    /** For the account it belongs to, until the first line opens: as 最終確認 has them, if it opens on that day. */
    firstBills: z
      .object({
        startsOn: tokyoDate,
        /** A line of the family changes hands on that day, whatever happens before. */
        isDayFixed: z.boolean(),
        bills: z.array(z.object({ month: tokyoMonth, chargeOn: tokyoDate, totalYen: yen })),
      })
      .optional(),
  })
  .meta({ id: 'ApplicationStatus' })
