import { queueFacts, type QueueFact, type WorkItem } from '#vocabulary/console-queue.ts'
import { orderProcedures } from '#vocabulary/operation.ts'
import { factWords, orderStateWords, type CodeWords } from '#vocabulary/queue-fact-words.ts'
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
type RowFacts = Readonly<Partial<Record<QueueFact, Value>>>

/** A row of a queue as far as its facts go. */
export type WithFacts = { readonly item: WorkItem; readonly facts: RowFacts }

/** How figures and dates of a fact are read. */
const formats: Partial<Record<QueueFact, (value: string) => string>> = {
  yen: (value) => formatYen(Number(value)),
  points: (value) => `${formatCount(Number(value))}ポイント`,
  records: (value) => `${formatCount(Number(value))}件`,
  attempts: (value) => `${value}回目`,
  carrierBytes: (value) => formatVolume(Number(value), 'used'),
  ourBytes: (value) => formatVolume(Number(value), 'used'),
  month: formatMonth,
  expectedOn: formatShortDay,
  until: formatDateTime,
}

/** The words of a code, by its item; of an order's state by its procedure. */
function codeWords({ item, facts }: WithFacts, fact: QueueFact): CodeWords {
  if (item === 'order-overdue' && fact === 'state') {
    const procedure = orderProcedures.find((name) => name === facts.operation)
    return procedure === undefined ? {} : orderStateWords[procedure]
  }
  const all: Partial<Record<WorkItem, Partial<Record<QueueFact, CodeWords>>>> = factWords
  return all[item]?.[fact] ?? {}
}

function wordsOf(row: WithFacts, fact: QueueFact, value: Value): string {
  const words = codeWords(row, fact)
  const format = formats[fact] ?? ((code: string) => words[code] ?? code)
  return (typeof value === 'object' ? value : [String(value)]).map(format).join('、')
}

/** The facts of a row in the order of the vocabulary. */
export const factsOf = (row: WithFacts): readonly (readonly [term: string, words: string])[] =>
  namesOf(queueFacts).flatMap((fact) => {
    const value = row.facts[fact]
    return value === undefined || value === null || value === ''
      ? []
      : [[queueFacts[fact], wordsOf(row, fact, value)] as const]
  })

/** On one line, for a list. */
export const factLine = (row: WithFacts): string =>
  factsOf(row)
    .map(([term, words]) => `${term} ${words}`)
    .join('・')
