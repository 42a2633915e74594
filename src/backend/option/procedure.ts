import { optionCodes, type OptionCode } from '#vocabulary/option.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import { optionJoinStateWords } from '#vocabulary/states/option.ts'
import { pages } from '#vocabulary/pages.ts'
import { z } from 'zod'
import { bookingDeadlines, nextBooked } from '#backend/procedure/booking-dates.ts'
import { commonDetails, defineProcedure } from '#backend/procedure/define.ts'
import type { Pending, TermsChange, TermsLine } from '#backend/procedure/definition.ts'
import { options } from '#domain/catalogue/option.ts'
import type { OptionPlace } from '#domain/option/decide-option.ts'
import { optionJoinStates, optionLeaveStates } from '#domain/option/order-states.ts'
import { settingsAad } from './rows.ts'

const details = commonDetails.extend({
  optionCode: z.enum(optionCodes),
  /** What the carrier or the provider answered last; none while it was not asked. */
  answer: z.enum(['accepted', 'rejected', 'unknown']).optional(),
})

export type JoinOrder = ReturnType<typeof optionJoin.read>
export type LeaveOrder = ReturnType<typeof optionLeave.read>

/** オプションの申し込み: now, or when the carrier or the provider has set it up (domain.md §3). */
export const optionJoin = defineProcedure({
  names: ['optionJoin'],
  machine: optionJoinStates,
  details: details.extend({
    /** The version of the terms that was agreed to. */
    termsVersion: z.string(),
    /** What the member chose, sealed. */
    settings: z.string().optional(),
    /** From which moment it can be used. */
    effectiveAt: z.string().optional(),
    /** The member has told us that the user of the line is under 18. */
    userUnder18: z.boolean().optional(),
  }),
  sealed: ({
    contract_id: contractId,
    line_id: lineId,
    details: { settings, optionCode: code },
  }) => [{ value: settings, aad: settingsAad(contractId, { code, lineId: lineId ?? undefined }) }],
  course: ({ details: { optionCode } }) =>
    options[optionCode].switched.by === 'us' ? ['done'] : ['setting', 'done'],
  title: ({ details: { optionCode } }) => titleOf('optionJoin', optionCode),
  words: ({ details: { estimate } }, state) =>
    state === 'setting' && isFree(estimate) ? freeSetting : undefined,
  pending: (order) => (order.state === 'setting' ? pendingOf(order.details.answer) : undefined),
  carrierServed: true,
  whenContractEnded: () => ['line_ended'],
  whenLineEnded: { event: 'line_ended' },
  changesTerms: ['optionJoin'],
  termsChange: (order, lines) => optionTermsChange('申し込んだオプション', order, lines),
})

/** オプションの解約: at the month's end, undone until then; a switch that costs nothing is lifted at once. */
export const optionLeave = defineProcedure({
  names: ['optionLeave'],
  machine: optionLeaveStates,
  details,
  course: ({ details: { optionCode } }) =>
    options[optionCode].leaves === 'atOnce' ? ['stopping', 'ended'] : ['reserved', 'ended'],
  title: ({ details: { optionCode } }) => titleOf('optionLeave', optionCode),
  next: (order) => (order.state === 'reserved' ? nextBooked(order, '最終利用日') : undefined),
  pending: (order) => (order.state === 'stopping' ? pendingOf(order.details.answer) : undefined),
  booking: ({ state, details: { optionCode } }) =>
    state === 'reserved'
      ? { title: `${options[optionCode].name}の解約`, path: pages.option }
      : undefined,
  deadlines: (order) =>
    bookingDeadlines(order, titleOf('optionLeave', order.details.optionCode), {
      kind: 'termination',
      label: '最終利用日',
      message: 'この日の24時にオプションが使えなくなります。',
    }),
  carriedOut: 'afterItsDay',
  whenContractEnded: () => ['line_ended'],
  whenLineEnded: { event: 'line_ended' },
  changesTerms: ['optionLeave'],
  termsChange: (order, lines) => optionTermsChange('解約したオプション', order, lines),
})

const freeSetting = {
  label: optionJoinStateWords.setting.label,
  sentence: '設定しています。終わりしだいお知らせします。料金はかかりません。',
}

const sums = z.object({
  monthlyBefore: z.object({ totalYen: z.number() }),
  monthlyAfter: z.object({ totalYen: z.number() }),
})

/** By what was confirmed: a month costs the same with it. */
function isFree(estimate: unknown): boolean {
  const { data } = sums.safeParse(estimate)
  return data !== undefined && data.monthlyBefore.totalYen === data.monthlyAfter.totalYen
}

/** Joining and leaving cost nothing once; what the option costs a month is in the contract as it then is. */
function optionTermsChange(
  label: string,
  { details: { optionCode } }: { details: { optionCode: OptionCode } },
  lines: readonly TermsLine[],
): TermsChange {
  const { name } = options[optionCode]
  const of = lines.map(({ number }) => `（${number}）`).join('')
  return { rows: [{ label, value: `${name}${of}` }], costs: [] }
}

function titleOf(operation: 'optionJoin' | 'optionLeave', code: OptionCode): string {
  return `${operationLabels[operation]}（${options[code].name}）`
}

/** The member is notified that an answer does not come: nothing has to be done, and nothing is charged meanwhile. */
function pendingOf(answer: string | undefined): Pending | undefined {
  if (answer !== 'unknown') return undefined
  return {
    key: 'switching',
    label: '設定の結果を確認しています',
    sentence:
      '設備からの返事を待っています。返事がありしだい、続きを進めてお知らせします。それまで料金はかかりません。',
  }
}

export function placeOfOrder({ details, line_id: lineId }: JoinOrder | LeaveOrder): OptionPlace {
  return { code: details.optionCode, lineId: lineId ?? undefined }
}
