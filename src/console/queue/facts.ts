import { queueFacts, type QueueFact } from '#vocabulary/console-queue.ts'
import { contactFields, identityFields } from '#vocabulary/console-record.ts'
import { billStateWords } from '#vocabulary/states/bill.ts'
import { orderedOperations, operationLabels } from '#vocabulary/operation.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import {
  formatCount,
  formatDateTime,
  formatMonth,
  formatShortDay,
  formatVolume,
  formatYen,
} from '#ui/format.ts'

type Value = string | number | readonly string[]
export type RowFacts = Readonly<Partial<Record<QueueFact, Value>>>

const operationOf = (value: string) => {
  const known = orderedOperations.find((one) => one === value)
  return known === undefined ? value : operationLabels[known]
}

const fieldWords: Readonly<Record<string, string>> = {
  ...identityFields,
  address: contactFields.address,
}

const channelWords: Readonly<Record<string, string>> = { sms: 'SMS', mail: 'メール' }

/** States of a bill that is not paid; those of other items have codes alone. */
const stateWords: Readonly<Record<string, string>> = {
  unpaid: billStateWords.unpaid.label,
  final_notice: billStateWords.final_notice.label,
}

/** How figures and dates of a fact are read; a code without words of its own stays a code. */
const formats: Partial<Record<QueueFact, (value: string) => string>> = {
  operation: operationOf,
  yen: (value) => formatYen(Number(value)),
  points: (value) => `${formatCount(Number(value))}ポイント`,
  records: (value) => `${formatCount(Number(value))}件`,
  attempts: (value) => `${value}回目`,
  carrierBytes: (value) => formatVolume(Number(value), 'used'),
  ourBytes: (value) => formatVolume(Number(value), 'used'),
  month: formatMonth,
  expectedOn: formatShortDay,
  until: formatDateTime,
  fields: (value) => fieldWords[value] ?? value,
  channel: (value) => channelWords[value] ?? value,
  state: (value) => stateWords[value] ?? value,
}

const wordsOf = (fact: QueueFact, value: Value): string => {
  const format = formats[fact] ?? String
  const values = typeof value === 'object' ? value : [String(value)]
  return values.map(format).join('、')
}

/** The facts of a row in the order of the vocabulary. */
export const factsOf = (facts: RowFacts): readonly (readonly [term: string, words: string])[] =>
  namesOf(queueFacts).flatMap((fact) => {
    const value = facts[fact]
    return value === undefined || value === null || value === ''
      ? []
      : [[queueFacts[fact], wordsOf(fact, value)] as const]
  })

/** On one line, for a list. */
export const factLine = (facts: RowFacts): string =>
  factsOf(facts)
    .map(([term, words]) => `${term} ${words}`)
    .join('・')
