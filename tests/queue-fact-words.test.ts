import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { queueFindings } from '#backend/console/queue/findings.ts'
import type { Findings } from '#backend/finding.ts'
import { findingsOfTheHouse } from '#server/findings/findings.ts'
import { createProcedures } from '#server/procedures.ts'
import { queueFacts, workItems, type QueueFact, type WorkItem } from '#vocabulary/console-queue.ts'
import { factWords, orderStateWords, type CodeWords } from '#vocabulary/queue-fact-words.ts'
import { orderProcedures } from '#vocabulary/operation.ts'
import { namesOf } from '#vocabulary/state-words.ts'

/** Figures, dates, numbers of things, and what people or systems outside wrote: they have no list of codes. */
const withoutCodes = new Set([
  'orderNo',
  'attempts',
  'asked',
  'expectedOn',
  'month',
  'yen',
  'points',
  'fact',
  'carrierBytes',
  'ourBytes',
  'records',
  'version',
  'until',
  'switchedOrder',
  // What the carrier said, in its own words.
  'handover-refused-by-carrier.reason',
  // By the procedure: `orderStateWords`.
  'order-overdue.state',
])

const own: Findings = queueFindings
const queries = new Map([
  ...[...findingsOfTheHouse(createProcedures())].map(([name, { query }]) => [name, query] as const),
  ...Object.entries(own).map(([name, { query }]) => [name, query] as const),
])

/** The facts that the object of a query names. */
function factsIn(query: string): QueueFact[] {
  const [, built = ''] = /jsonb_build_object\(([\s\S]*?)\)\s+as facts/u.exec(query) ?? []
  return namesOf(queueFacts).filter((fact) => new RegExp(`(?<!->> )'${fact}',`, 'u').test(built))
}

const wordsOf = (item: WorkItem, fact: string): CodeWords | undefined => {
  const all: Partial<Record<WorkItem, Partial<Record<QueueFact, CodeWords>>>> = factWords
  return Object.entries(all[item] ?? {}).find(([name]) => name === fact)?.[1]
}

test('どの列の件も、その事実の符号には言葉がある', () => {
  const wordless = namesOf(workItems).flatMap((item) =>
    factsIn(queries.get(item) ?? '')
      .filter((fact) => !withoutCodes.has(fact) && !withoutCodes.has(`${item}.${fact}`))
      .filter((fact) => wordsOf(item, fact) === undefined)
      .map((fact) => `${item}.${fact}`),
  )
  expect(namesOf(workItems).filter((item) => queries.get(item) === undefined)).toEqual([])
  expect(wordless).toEqual([])
  expect(Object.keys(orderStateWords).toSorted()).toEqual([...orderProcedures].toSorted())
})

test('止まった自動処理は、どの処理も名前で読める', () => {
  const source = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const names = source.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/defineJob\(\{\s*name: '([a-z-]+)'/gu)].map(
      ([, name = '']) => name,
    ),
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => wordsOf('job-failed', 'job')?.[name] === undefined)).toEqual([])
})

test('回線網への依頼は、通信の取り決めにあるものがすべて言葉で読める', () => {
  const wire = readFileSync('src/outside/carrier.ts', 'utf8')
  const kinds = [...wire.matchAll(/kind: z\.literal\('([a-z-]+)'\)/gu)].map(([, kind = '']) => kind)
  const commands = [...wire.matchAll(/command\('(?:PUT|POST)', '([a-z-]+)'/gu)].map(
    ([, path = '']) => path,
  )
  expect([kinds.length, commands.length].every((count) => count > 3)).toBe(true)
  const words = wordsOf('carrier-answer-unknown', 'request')
  expect([...kinds, ...commands].filter((name) => words?.[name] === undefined)).toEqual([])
})
