import { ruleValue } from '../catalogue/rules.ts'
import {
  addMonths,
  endOfMonth,
  monthOf,
  monthsAfter,
  tokyoDate,
  tokyoMonth,
  type TokyoDate,
} from '../tokyo.ts'

/** The purpose rows about a member are retained for, which decides how long (docs/decisions/055). */
export type RetentionPurpose =
  /** The account itself: as long as it is not deleted. */
  | 'account'
  /** Settings of a contract. */
  | 'settings'
  | 'document'
  | 'identity'
  | 'usage'
  /** Bills, invoices, and what they are explained by. */
  | 'trade'

export type ContractEnd = {
  readonly endedOn: TokyoDate
  /** The day the last bill was fixed on; none where nothing was billed. */
  readonly lastBilledOn?: TokyoDate | undefined
}

export const retentionPurposes = [
  'account',
  'settings',
  'document',
  'identity',
  'usage',
  'trade',
] as const satisfies readonly RetentionPurpose[]

/** As the member reads it, of a contract that runs. */
export const retentionWords: Readonly<Record<RetentionPurpose, (on: TokyoDate) => string>> = {
  account: () => 'アカウントを削除するまで',
  settings: (on) => `契約が終わった日から${ruleValue('documentKeptMonths', on)}か月`,
  document: (on) => `契約が終わった日から${ruleValue('documentKeptMonths', on)}か月`,
  identity: (on) =>
    `契約が終わった日から${ruleValue('identityRecordKept', on) / 12}年（携帯電話不正利用防止法による）`,
  usage: (on) => `料金の請求から${ruleValue('usageRecordKept', on)}か月`,
  trade: (on) =>
    `契約が続くあいだと、最後の請求があった事業年度の申告期限から${ruleValue('tradeRecordKept', on) / 12}年（消費税法などによる）`,
}

/** The last day on which they are kept after the contract; none for what goes with the account. */
export function lastRetainedDay(
  what: RetentionPurpose,
  { endedOn, lastBilledOn = endedOn }: ContractEnd,
): TokyoDate | undefined {
  const lastOn = lastBilledOn > endedOn ? lastBilledOn : endedOn
  switch (what) {
    case 'account':
      return undefined
    case 'settings':
    case 'document':
      return documentRetainedUntil(endedOn)
    case 'identity':
      return monthsAfter(endedOn, ruleValue('identityRecordKept', endedOn))
    case 'usage':
      return monthsAfter(lastOn, ruleValue('usageRecordKept', lastOn))
    case 'trade':
      return monthsAfter(filingDay(lastOn), ruleValue('tradeRecordKept', lastOn))
  }
}

/** The last day of the documents of an ended contract. */
export function documentRetainedUntil(endedOn: TokyoDate): TokyoDate {
  return monthsAfter(endedOn, ruleValue('documentKeptMonths', endedOn))
}

/** Usage before this day is past its retention. */
export function usageRetainedFrom(today: TokyoDate): TokyoDate {
  return tokyoDate(`${addMonths(monthOf(today), -ruleValue('usageRecordKept', today))}-01`)
}

/** Two months after the business year, which ends in March (ours): from then on the law counts its years. */
function filingDay(date: TokyoDate): TokyoDate {
  const [year = '', month = ''] = date.split('-')
  const endsIn = Number(month) <= 3 ? Number(year) : Number(year) + 1
  return endOfMonth(tokyoMonth(`${endsIn}-05`))
}
