import { tokyoDate, type TokyoDate } from '../tokyo.ts'
import { nearestRow, type Dated } from './dated.ts'

type RuleUnit =
  | 'kbps'
  | 'megabytes'
  | 'percent'
  | 'days'
  | 'months'
  | 'lines'
  | 'times'
  | 'hour'
  /** In which the desk is open. */
  | 'deskHours'
  | 'day'
  | 'seconds'
  /** A year. */
  | 'perMille'
  /** Of a bill without tax, for one point. */
  | 'yen'

export type RuleRow = Dated & {
  readonly key: string
  readonly value: number
  readonly unit: RuleUnit
  /** 'ours', or the public authority the figure comes from. */
  readonly source: string
}

function row<const Key extends string>(
  key: Key,
  value: number,
  unit: RuleUnit,
  source = 'ours',
  validFrom = '2019-10-01',
) {
  return { key, value, unit, source, validFrom: tokyoDate(validFrom) }
}

/** Every figure of a rule that is not a price, one dated row a line. */
export const ruleRows = [
  row('lowSpeed', 200, 'kbps'),
  row('threeDayLimit', 366, 'megabytes'),
  row('threeDayWindow', 3, 'days'),
  row('threeDayWarning', 70, 'percent'),
  row('claimsPerCoverYear', 2, 'times'),
  row('claimWithinDays', 30, 'days'),
  row('claimAnswerDays', 3, 'days'),
  row('claimPhotographDays', 14, 'days'),
  row('claimSendDays', 30, 'days'),
  row('claimReturnDays', 14, 'days'),
  row('claimPhotographsKeptDays', 90, 'days'),
  row('linesMax', 3, 'lines'),
  row('baseCarryMonths', 1, 'months'),
  row('topupCarryMonths', 3, 'months'),
  row('tenMinuteCallsFree', 600, 'seconds'),
  row('highSpeedChangePause', 60, 'seconds'),
  row('giftStep', 100, 'megabytes', 'ours', '2026-11-28'),
  row('giftDays', 7, 'days', 'ours', '2026-11-28'),
  row('giftsPerMonth', 10, 'times', 'ours', '2026-11-28'),
  row('giftMegabytesPerMonth', 5000, 'megabytes', 'ours', '2026-11-28'),
  row('giftMegabytesPerMonthOfUser', 500, 'megabytes', 'ours', '2026-11-28'),
  row('giftContractAgeDays', 30, 'days', 'ours', '2026-11-28'),
  row('planSizeCutOffHour', 12, 'hour'),
  row('planSizeCutOffDaysBeforeMonthEnd', 1, 'days'),
  row('cancellationCutOffHour', 12, 'hour'),
  row('cancellationCutOffDaysBeforeMonthEnd', 1, 'days'),
  row('cancellationUndoDaysBeforeLastDay', 1, 'days'),
  row('initialCancellationDays', 8, 'days', '電気通信事業法 第26条の3'),
  row('mnpValidDays', 15, 'days', '携帯電話・PHSの番号ポータビリティの実施に関するガイドライン'),
  row('mnpCooldownDays', 2, 'days'),
  row('mnpInRemainingDays', 7, 'days'),
  row('handoverDays', 14, 'days'),
  row('quoteValidDays', 30, 'days'),
  row('autoSwitchDays', 7, 'days'),
  row('freePhoneMovesPerYear', 2, 'times', 'ours', '2026-11-28'),
  row('phoneMoveUndoDays', 1, 'days', 'ours', '2026-11-28'),
  row('moveLetterDays', 14, 'days', 'ours', '2026-11-28'),
  row('moveLetterTries', 5, 'times', 'ours', '2026-11-28'),
  row('moveLetterAddressDays', 30, 'days', 'ours', '2026-11-28'),
  row('moveLettersMost', 2, 'times', 'ours', '2026-11-28'),
  row('moveLetterCountDays', 30, 'days', 'ours', '2026-11-28'),
  row('familyRequestsADay', 5, 'times', 'ours', '2026-11-28'),
  row('familyRequestDays', 1, 'days', 'ours', '2026-11-28'),
  row('chargeDay', 7, 'day'),
  row('firstRetryAfter', 3, 'days'),
  row('secondRetryAfter', 6, 'days'),
  row('unpaidClosesUntilTermination', 2, 'months'),
  row('paymentReminderBeforeMonthEnd', 7, 'days'),
  row('lateInterest', 145, 'perMille'),
  row('lateInterestOfInstalments', 30, 'perMille', '民法 第404条', '2020-04-01'),
  row('lateInterestGrace', 15, 'days'),
  row('yenPerPoint', 100, 'yen'),
  row('pointGrantDay', 20, 'day'),
  row('pointGrantHour', 10, 'hour'),
  row('guardianConsentAnswerDays', 30, 'days'),
  row('documentKeptMonths', 3, 'months'),
  row('identityRecordKept', 36, 'months', '携帯電話不正利用防止法 第4条'),
  row('tradeRecordKept', 84, 'months', '消費税法施行令 第50条'),
  row('usageRecordKept', 24, 'months'),
  row('accountDeletionAfter', 7, 'days'),
  row('deskOpens', 10, 'hour'),
  row('deskCloses', 18, 'hour'),
  row('deskTelephoneHours', 8, 'deskHours'),
  row('deskMypageHours', 8, 'deskHours'),
  row('deskLetterHours', 8, 'deskHours'),
  row('deskFormHours', 8, 'deskHours'),
  row('deskConsumerCentreHours', 4, 'deskHours'),
  row('deskMinistryHours', 4, 'deskHours'),
  row('deskInternalHours', 24, 'deskHours'),
  row('deskFaultHours', 4, 'deskHours'),
  row('deskSafetyHours', 2, 'deskHours'),
  row('deskIdentityHours', 8, 'deskHours'),
  row('deskApplicationHours', 8, 'deskHours'),
  row('deskSuccessionHours', 24, 'deskHours'),
  row('deskClaimHours', 8, 'deskHours'),
  row('deskRefundHours', 16, 'deskHours'),
  row('deskAnswerHours', 4, 'deskHours'),
  row('deskOrderHours', 4, 'deskHours'),
  row('deskUsageHours', 16, 'deskHours'),
  row('deskBillHours', 8, 'deskHours'),
  row('deskUnpaidHours', 24, 'deskHours'),
  row('deskMessageHours', 16, 'deskHours'),
  row('deskHoldHours', 4, 'deskHours'),
  row('deskApprovalHours', 4, 'deskHours'),
  row('ticketReopenDays', 14, 'days'),
]

export type RuleKey = (typeof ruleRows)[number]['key']

export function rule(key: RuleKey, date: TokyoDate): RuleRow {
  const found = nearestRow(
    ruleRows.filter((one) => one.key === key),
    date,
  )
  if (found === undefined) throw new RangeError(`A rule without a row: ${key}`)
  return found
}

export function ruleValue(key: RuleKey, date: TokyoDate): number {
  return rule(key, date).value
}
