import { expect, test } from 'vitest'
import { useHarness } from './use-harness.ts'

const harness = await useHarness()

/** Tables with a member's key; the months of a partitioned table are its own. */
async function tablesOfMembers() {
  const { rows } = await harness.database.pool.query<{ name: string; column: string }>(
    `select distinct c.table_name as name from information_schema.columns c
     join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
     where c.table_schema = 'public' and c.column_name in ('account_id', 'contract_id', 'chain')
       and t.relkind in ('r', 'p') and not t.relispartition
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('お客さまの鍵がある表は、どれも一つの領域が、何をいつまで持つかを言っている', async () => {
  const declared = harness.services.held.map(({ table }) => table).toSorted()
  expect(declared).toEqual(await tablesOfMembers())
})

test('どの領域も言っていない表ができると、気づく', async () => {
  await harness.database.pool.query('create table forgotten (account_id text primary key)')
  const declared: string[] = harness.services.held.map(({ table }) => table)
  expect((await tablesOfMembers()).filter((table) => !declared.includes(table))).toEqual([
    'forgotten',
  ])
  await harness.database.pool.query('drop table forgotten')
})

test('表の名前は一つずつ違い、持ち出すファイルの名前になる', () => {
  const titles = harness.services.held.map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})
