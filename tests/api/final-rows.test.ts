import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '#backend/db/connect.ts'
import { migrate, SchemaRefusal } from '#backend/db/migrate.ts'
import { checkLaws } from '#server/laws/check-laws.ts'
import { renewPortalRoles } from '../../tools/setup/bring-up-to-date.ts'
import { createTestDatabase } from './database.ts'
import { finalTables, plantedRows } from './final-tables.ts'
import { startHarness, type Harness } from './harness.ts'
import { makeMember } from './members.ts'

// The portal's processes under a role that owns nothing: what is final, no statement of theirs can change.

const role = `app_${randomBytes(6).toString('hex')}`
let owner: pg.Client
let portal: pg.Client
let harness: Harness
let contractId: string
let asRole: string
let ownUrl: string

beforeAll(async () => {
  const url = await createTestDatabase()
  owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(`create role ${role} login password '${role}'`)
  const rights = new URL('../../src/backend/db/portal-role.sql', import.meta.url)
  await owner.query(readFileSync(rights, 'utf8').replaceAll(':"role"', role))
  const own = new URL(url)
  own.username = role
  own.password = role
  asRole = own.href
  ownUrl = url
  harness = await startHarness(
    '2026-11-20T10:00:00+09:00',
    {},
    { past: { url: own.href }, prints: true },
  )
  portal = new pg.Client({ connectionString: own.href })
  await portal.connect()
})
afterAll(async () => {
  await portal?.end()
  await harness?.stop()
  await owner?.query(`drop owned by ${role}`)
  await owner?.query(`drop role ${role}`)
  await owner?.end()
})

test('役割は表を持たず、月の変わり目も、通信量の取り込みも、請求も、普段どおりに行える', async () => {
  const member = await makeMember(harness, {
    loginId: 'under-a-role',
    lines: [{ profile: 'commuter' }],
  })
  contractId = member.contractId
  await harness.walkTo('2026-11-21T03:00:00+09:00', { everyHours: 12 })
  harness.clock.set('2026-11-30T23:00:00+09:00')
  await harness.walkTo('2026-12-01T07:00:00+09:00', { everyHours: 24 })
  const { rows } = await portal.query(
    `select (select count(*)::int from bill where month = '2026-11') as bills,
       (select count(*)::int from usage_record_2026_11) > 0 as used`,
  )
  expect(rows).toEqual([{ bills: 1, used: true }])
  expect(await checkLaws(harness.services, { always: true })).toMatchObject({ broken: [] })
  const { rows: owned } = await portal.query(
    `select count(*)::int as tables from pg_class where relowner = '${role}'::regrole and relkind in ('r', 'p')`,
  )
  expect(owned).toEqual([{ tables: 0 }])
})

test('新しい版の関数を使う権利は、migrate がその役割に与える', async () => {
  const rights = async () => {
    const { rows } = await owner.query(
      `select has_function_privilege($1, 'drop_entry_month(text)', 'execute') as drops,
         has_table_privilege($1, 'data_ledger', 'insert') as writes,
         has_table_privilege($1, 'schema_migration', 'insert') as migrates`,
      [role],
    )
    return rows[0]
  }
  await owner.query(`revoke execute on function drop_entry_month from ${role}`)
  await owner.query(`revoke insert on data_ledger from ${role}`)
  expect(await rights()).toEqual({ drops: false, writes: false, migrates: false })
  const handle = connectDatabase({ url: ownUrl })
  try {
    expect(await renewPortalRoles(handle.pool)).toEqual([role])
  } finally {
    await handle.close()
  }
  expect(await rights()).toEqual({ drops: true, writes: true, migrates: false })
})

test('新しい版の表がまだないとき、役割での起動は、持ち主で migrate を先に行うよう断る', async () => {
  const { rows } = await owner.query(
    `delete from schema_migration where name = (select max(name) from schema_migration) returning *`,
  )
  const { name, checksum, applied_at } = rows[0]
  const handle = connectDatabase({ url: asRole, maxConnections: 1 })
  try {
    await expect(migrate(handle.pool)).rejects.toThrow(
      new SchemaRefusal(
        `The database needs ${name}, and the role ${role} may not change the schema: run migrate as the tables' owner first (docs/operations.md).`,
      ),
    )
  } finally {
    await handle.close()
    await owner.query('insert into schema_migration values ($1, $2, $3)', [
      name,
      checksum,
      applied_at,
    ])
  }
})

test('変えてはならない表は、ここに並ぶものですべてである', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct t.tgrelid::regclass::text as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and not c.relispartition and p.proname like 'refuse%' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(finalTables).toSorted())
})

describe('変えてはならない行は、書いた役割にも、表の持ち主にも', () => {
  beforeAll(async () => {
    await owner.query('begin; set local session_replication_role = replica')
    for (const [table, row] of Object.entries(plantedRows))
      await owner.query(
        `insert into ${table} select (jsonb_populate_record(null::${table}, $1::jsonb)).*
         where not exists (select from ${table})`,
        [JSON.stringify({ contract_id: contractId, ...row })],
      )
    await owner.query('commit')
  })

  test.each(Object.entries(finalTables))('%sは断られる', async (table, changes) => {
    const { rows } = await owner.query(`select from ${table} limit 1`)
    expect(rows).toHaveLength(1)
    for (const client of [portal, owner]) {
      for (const statement of [
        ...changes.map((change) => `update ${table} set ${change}`),
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ])
        await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('役割は、見張りを外すことも、表を捨てることもできない', async () => {
    for (const statement of [
      'set session_replication_role = replica',
      'alter table posting disable trigger all',
      'drop table posting cascade',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
      'truncate session',
      'create table public.other (a text)',
      `update schema_migration set checksum = ''`,
    ])
      await expect(portal.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    // Nor may the owner's function make anything but a month of its three tables.
    await expect(
      portal.query(`select make_month_partition('posting', '2026-11', now(), now())`),
    ).rejects.toMatchObject({ code: '22023' })
    // Nor drop a month of records or entries that was not rolled up.
    for (const drop of ['drop_usage_month', 'drop_entry_month'])
      await expect(portal.query(`select ${drop}('2026-11')`)).rejects.toMatchObject({
        code: '42501',
      })
  })
})
