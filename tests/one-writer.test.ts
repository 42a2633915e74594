import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const backend = fileURLToPath(new URL('../src/backend/', import.meta.url))

/**
 * Areas in which a file still records, posts or moves a state itself, instead of taking a step (docs/decisions/086). The list
 * only shrinks: an area all of whose files are converted is taken out of it.
 */
const toCome: readonly string[] = []

/** What the engine is made of: the audit chain, the outbox, and the step that uses both. */
const isEngine = (path: string) =>
  path.startsWith('step/') ||
  ['audit.ts', 'mail/outbox.ts', 'procedure/take-order-step.ts'].includes(path)

type Source = { readonly path: string; readonly text: string }

const sources: readonly Source[] = readdirSync(backend, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(backend, path), 'utf8') }))

/** Tables whose states the engine moves, with the column of the state. */
const aggregates = new Map(
  sources
    .flatMap(({ text }) => text.split('defineAggregate({').slice(1))
    .flatMap((text) => {
      const table = /\btable: '(\w+)'/.exec(text)?.[1]
      const column = /\bcolumn: '(\w+)'/.exec(text.slice(0, text.indexOf('steps: {')))?.[1]
      return table === undefined ? [] : [[table, column ?? 'state'] as const]
    }),
)

/** The statements that change a table by the query builder: from the table's name to its first condition. */
const changesOf = (text: string) =>
  [...text.matchAll(/\.updateTable\(\s*'(\w+)'\s*\)([\s\S]*?)\.where\(/g)].map(
    ([, table = '', change = '']) => ({ table, change }),
  )

/** The same by `updateRow` and `updateRows`: from the table's name past the values by which its rows are found. */
const rowChangesOf = (text: string) =>
  [...text.matchAll(/\bupdateRows?\(\s*[\w.]+,\s*'(\w+)',\s*\{[^}]*\}/g)].map((found) => ({
    table: found[1] ?? '',
    change: untilClosed(text.slice(found.index + found[0].length)),
  }))

/** Up to the parenthesis that closes the one which is open at the beginning. */
function untilClosed(text: string) {
  let open = 1
  const end = [...text].findIndex((sign) => {
    if (sign === '(') open += 1
    if (sign === ')') open -= 1
    return open === 0
  })
  return [...text].slice(0, end).join('')
}

/** The same in SQL. */
const sqlChangesOf = (text: string) =>
  [...text.matchAll(/\bupdate (\w+)(?: \w+)?\s+set\b([\s\S]*?)(?:\bwhere\b|`)/g)].map(
    ([, table = '', change = '']) => ({ table, change }),
  )

const setsColumn = (change: string, column: string) =>
  new RegExp(String.raw`(?<![.\w])${column}\s*(?:[:,}]|=)`).test(change)

/** What in one file goes past the engine. */
function faultsOf({ path, text }: Source): string[] {
  if (isEngine(path)) return []
  const changes = [...changesOf(text), ...rowChangesOf(text), ...sqlChangesOf(text)]
  const moves = changes.filter(({ table, change }) => {
    const column = aggregates.get(table)
    return column !== undefined && setsColumn(change, column)
  })
  return [
    ...(/\brecordAudit\(/.test(text) ? ['records an audit entry'] : []),
    ...(/\b(?:outbox|deps\.outbox)\.post(?:All)?\(/.test(text) ? ['posts a message'] : []),
    ...moves.map(({ table }) => `moves the state of ${table}`),
  ].map((fault) => `${path} ${fault}`)
}

describe('状態を進め、記録し、知らせるのは、一つのやり方だけ', () => {
  const faults = new Map(
    sources.flatMap((source) =>
      faultsOf(source).map((fault) => [fault, source.path.split('/')[0]]),
    ),
  )

  test('段階を踏む仕組みを通らない分野は、これから直すものだけ', () => {
    const unexpected = [...faults].filter(([, area]) => !toCome.includes(area ?? ''))
    expect(unexpected.map(([fault]) => fault)).toEqual([])
  })

  test('直し終えた分野は、一覧に残っていない', () => {
    const left = new Set(faults.values())
    expect(toCome.filter((area) => !left.has(area))).toEqual([])
  })

  test('状態の表をもつ表を知っている', () => {
    expect([...aggregates.keys()]).toEqual(expect.arrayContaining(['bill', 'identity_check']))
  })

  test.each([
    ['billing/commands/x.ts', 'await recordAudit(tx, { chain, at: now })'],
    ['billing/commands/x.ts', 'await deps.outbox.post(tx, message, now)'],
    ['billing/commands/x.ts', 'await outbox.postAll(tx, messages, now)'],
    [
      'billing/commands/x.ts',
      "await tx.updateTable('bill').set({ paid_at: now, state: 'paid' }).where('month', '=', month)",
    ],
    [
      'billing/commands/x.ts',
      "await updateRows(tx, 'bill', { month }, { paid_at: at(now), state: 'paid' })",
    ],
    ['billing/commands/x.ts', "await sql`update bill b set state = 'paid' where month = ${month}`"],
  ])('わざと置いた違反を見つける：%s %s', (path, text) => {
    expect(faultsOf({ path, text })).toHaveLength(1)
  })

  test('状態のほかの列を書くことは、違反ではない', () => {
    const text =
      "await tx.updateTable('bill').set({ suspended_at: from }).where('state', 'in', open)"
    const byRow = "await updateRows(tx, 'bill', { month, state: 'open' }, { suspended_at: from })"
    expect(faultsOf({ path: 'billing/rows/x.ts', text })).toEqual([])
    expect(faultsOf({ path: 'billing/rows/x.ts', text: byRow })).toEqual([])
  })
})
