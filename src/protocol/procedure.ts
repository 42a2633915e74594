import { chargeKinds, taxBases } from '#vocabulary/price.ts'
import { operations, orderedOperations } from '#vocabulary/operation.ts'
import { lineKinds, simSizes } from '#vocabulary/line.ts'
import { z } from 'zod'
import { errorCode } from './errors.ts'
import { personal } from './personal.ts'
import {
  count,
  dateOrInstant,
  documentId,
  instant,
  lineId,
  opaqueId,
  orderNo,
  ownPath,
  shownNumber,
  tenthsYen,
  tokyoDate,
  tokyoMonth,
  yen,
} from './primitives.ts'

/** data only, data with SMS, or voice. */
export const simKind = z.enum(lineKinds, 'SIMの種別を選んでください。').meta({ id: 'SimKind' })

export const simSize = z.enum(simSizes, 'SIMのタイプを選んでください。').meta({ id: 'SimSize' })

/** The code of a data size in the catalogue (10 ライト … 40 = 30 GB). */
export const planCode = z
  .int('データ容量を選んでください。')
  .min(1)
  .max(999)
  .meta({ id: 'PlanCode' })

/** Every procedure a member may begin; the columns of the exclusion matrix and those beside it. */
export const operation = z.enum(operations).meta({ id: 'Operation' })

/** What an order is of. */
export const orderedOperation = z.enum(orderedOperations).meta({ id: 'OrderedOperation' })

/** May it be done; if not: which rule, the sentence, and the date it frees up. */
export const why = z
  .object({
    allowed: z.boolean(),
    reasonCode: errorCode.optional(),
    message: z.string().optional(),
    freeFrom: dateOrInstant.optional(),
    /** The procedure that is in the way, so that the screen can lead there. */
    blockedBy: orderNo.optional(),
    /** "Then do it for me": may be put in the queue until it frees up. */
    queueable: z.boolean().optional(),
  })
  .meta({ id: 'Why' })
export type Permission = z.output<typeof why>
/** As the server answers it. */
export type PermissionAnswer = z.input<typeof why>

/** A line as lists and pickers name it. */
export const lineName = z
  .object({
    lineId,
    nickname: personal('name', z.string()),
    /** Before the line opens the number that is brought along; all zeros where a new one comes with the opening. */
    number: shownNumber,
    /** Its position among the lines of the contract, from 1, for life; a later line takes over the position of one that has ended. */
    position: z.int(),
    simKind,
    simSize,
  })
  .meta({ id: 'LineName' })

/** Whether an amount is without tax, with it, or outside the tax altogether (免税・不課税). */
export const taxBasis = z.enum(taxBases).meta({ id: 'TaxBasis' })

const chargeKind = z.enum(chargeKinds).meta({ id: 'ChargeKind' })

/** One line of a bill or of a quote, with what it was computed from. */
export const charge = z
  .object({
    kind: chargeKind,
    label: z.string(),
    lineId: lineId.optional(),
    quantity: z.number(),
    /** 月, 枚, 回, 通, 30秒 … */
    unit: z.string(),
    /** Price of one unit in tenths of a yen. */
    unitTenthsYen: tenthsYen,
    tax: taxBasis,
    /** The amount in its own tax basis, in tenths of a yen. */
    amountTenthsYen: tenthsYen,
    proration: z.object({ days: z.int(), ofDays: z.int() }).optional(),
    /** Row of the dated catalogue the price came from, e.g. `plan.13.voice`. */
    rateKey: z.string().optional(),
    rateValidFrom: tokyoDate.optional(),
    /** The sum in words: 「880円 × 1か月」. */
    explanation: z.string(),
    /** On a bill: the rate row and its date, the formula with its numbers, tax and rounding, where it comes from. */
    reckoning: z.array(z.string()).optional(),
  })
  .meta({ id: 'Charge' })
export type Charge = z.output<typeof charge>

/** The totals of one tax rate; the tax is rounded down once per rate and bill, never per line. */
export const rateTotal = z
  .object({ taxPercent: z.number(), exTaxYen: yen, taxYen: yen, totalYen: yen })
  .meta({ id: 'RateTotal' })

export const totals = z
  .object({
    charges: z.array(charge),
    rates: z.array(rateTotal),
    /** Outside consumption tax (免税・不課税), e.g. messages abroad. */
    outOfScopeYen: yen,
    totalYen: yen,
  })
  .meta({ id: 'Totals' })
export type Totals = z.output<typeof totals>

/** Bills to come without and with what is requested, calls and messages not yet made left out. */
export const nextBills = z
  .array(
    z.object({
      month: tokyoMonth,
      chargeOn: tokyoDate,
      beforeYen: yen,
      afterYen: yen,
      deltaYen: yen,
    }),
  )
  .meta({ id: 'NextBills' })
export type NextBills = z.output<typeof nextBills>

/** What 確認 shows of any procedure before it is ordered. */
export const estimate = z
  .object({
    operation,
    lines: z.array(lineName),
    changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
    effectiveOn: tokyoDate,
    /** Set where it takes effect within a day rather than at 00:00 of `effectiveOn`. */
    effectiveAt: instant.optional(),
    /** The cut-off by which this effective date holds. */
    closesAt: instant.optional(),
    oneOff: totals,
    /** The month of the bill on which the one-off cost falls; absent if there is none. */
    oneOffBillMonth: tokyoMonth.optional(),
    monthlyBefore: totals,
    monthlyAfter: totals,
    monthlyDeltaYen: yen,
    /** Of this month and the two after; absent on what was confirmed earlier. */
    nextBills: nextBills.optional(),
    interruption: z.object({ expected: z.boolean(), message: z.string() }),
    /** Absent together with `undoWhile`: it cannot be undone. */
    undoUntil: instant.optional(),
    /** Where undoing hangs on a step rather than on an hour: 「SIMの発送前まで」. */
    undoWhile: z.string().optional(),
    blockedMeanwhile: z.array(z.object({ operation, message: z.string() })),
    /** Sentences that must be read before agreeing (重要事項). */
    notices: z.array(z.string()),
    /** The whole of the above as a fingerprint; sent back with the order (CONDITIONS_CHANGED). */
    conditions: opaqueId,
    why,
  })
  .meta({ id: 'Estimate' })
export type Estimate = z.output<typeof estimate>

/** What 完了 shows; safe to reload, and also on the order's page. */
export const receipt = z
  .object({
    /** 受付番号. */
    orderNo,
    operation: orderedOperation,
    title: z.string(),
    acceptedAt: instant,
    state: z.string(),
    effectiveOn: tokyoDate.optional(),
    undoUntil: instant.optional(),
    nextSteps: z.array(z.object({ text: z.string(), on: dateOrInstant.optional() })),
    documentId: documentId.optional(),
    /** Download of the dates as a calendar file. */
    calendarPath: ownPath.optional(),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.output<typeof receipt>

/** The part every order's body has: the fingerprint of the estimate that was confirmed. */
export const confirmed = { conditions: opaqueId }

/** One page of a listing. */
export const page = <Item extends z.ZodType>(item: Item) => ({
  rows: z.array(item),
  nextCursor: z.string().optional(),
  total: count.optional(),
})
