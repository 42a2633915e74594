import { expect, test } from 'vitest'
import { memberTables, tables } from '#server/tables.ts'
import { useHarness } from './use-harness.ts'

const { database } = await useHarness()

/** What the database has and is not declared, declared and not there, or declared twice; by table and column. */
async function faults(declared = tables) {
  const { rows } = await database.pool.query<{ name: string; column: string }>(
    // The months of a partitioned table are its own.
    `select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped`,
  )
  const known = declared.flatMap(({ table, columnNames }) =>
    columnNames.map((column) => `${table}.${column}`),
  )
  const there = rows.map(({ name, column }) => `${name}.${column}`)
  const found = [
    ...there.filter((one) => !known.includes(one)).map((one) => `${one} is not declared`),
    ...known.filter((one) => !there.includes(one)).map((one) => `${one} is not there`),
    ...known.filter((one, at) => known.indexOf(one) !== at).map((one) => `${one} twice`),
    ...unsealed(declared),
    ...withoutMember(declared),
  ]
  return found.toSorted()
}

/** Columns that are named as sealed, and not declared so. */
function unsealed(declared: typeof tables) {
  return declared.flatMap(({ table, columnNames, sealed }) =>
    columnNames
      .filter((name) => name.endsWith('_sealed') && !sealed.some((one) => one.name === name))
      .map((name) => `${table}.${name} has no associated data`),
  )
}

/** Tables with a member's key whose rows no member is shown, and that nobody's end deletes. */
function withoutMember(declared: typeof tables) {
  return declared
    .filter(({ member, columnNames }) => member === undefined && hasMemberKey(columnNames))
    .map(({ table }) => `${table} is of members, and not declared so`)
}
const hasMemberKey = (columns: readonly string[]) =>
  ['account_id', 'contract_id', 'chain'].some((key) => columns.includes(key))

test('どの表も、どの列も、一度だけ宣言されている', async () => {
  expect(await faults()).toEqual([])
})

test('宣言のない表や列、足りない宣言、二度の宣言に気づく', async () => {
  await database.pool.query('create table forgotten (account_id text primary key)')
  await database.pool.query('alter table notice add column forgotten text')
  const [first] = tables
  expect(await faults(first ? [...tables, first] : [])).toEqual(
    [
      'notice.forgotten is not declared',
      'forgotten.account_id is not declared',
      ...(first?.columnNames ?? []).map((column) => `${first?.table}.${column} twice`),
    ].toSorted(),
  )
  await database.pool.query('alter table notice drop column forgotten')
  await database.pool.query('drop table forgotten')
  const changed = tables.map((one) => {
    if (one.table === 'line') return { ...one, columnNames: [...one.columnNames, 'gone'] }
    if (one.table === 'payment_card') return { ...one, sealed: [] }
    return one.table === 'terminal' ? { ...one, member: undefined } : one
  })
  expect(await faults(changed)).toEqual([
    'line.gone is not there',
    'payment_card.token_sealed has no associated data',
    'terminal is of members, and not declared so',
  ])
})

test('表の名前は一つずつ違い、持ち出すファイルの名前になる', () => {
  const titles = memberTables.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})
