import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** Tables that another than the folder that declares them writes: the house's files, and what stands above their area. */
const elsewhere: Readonly<Record<string, string>> = {
  alert_due: 'backend/data',
  account: 'backend/holder.ts',
  audit_entry: 'backend/audit.ts',
  audit_head: 'server/laws',
  finding_settled: 'backend/finding.ts',
  idempotency_key: 'backend/idempotency.ts',
  let_go: 'backend/retention.ts',
  schema_migration: 'backend/db',
  schema_migration_step: 'backend/db',
  // Temporary ones of an import.
  usage_change: 'backend/data',
  usage_staging: 'backend/data',
  verified_identity: 'backend/verified-identity.ts',
}

/** Who writes each table: the area in whose `tables.ts` it is declared. Retention deletes by the declarations. */
const owners = new Map([
  ...sourcesOf(/^(backend|server)\/(\w[\w-]*\/){0,2}tables\.ts$/).flatMap(([file, text]) =>
    [...text.matchAll(/^ {2}table\(\s*'(\w+)',/gm)].map(
      ([, table = '']) => [table, dirname(file)] as const,
    ),
  ),
  ...Object.entries(elsewhere),
])

/** Words of SQL after `update`, and the queue's own tables. */
const noTables = new Set(['set', 'skip', 'pgboss'])

const byBuilder = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([a-z_]+)/g
const byRow =
  /\b(?:insertRow|insertIfNew|upsertRow|updateRows?|deleteRows)\(\s*[\w.]+,\s*'([a-z_]+)'/g
/** Rows of an aggregate are written by the engine of steps (docs/decisions/086). */
const byStep = /\bdefineAggregate\(\{\s*table: '([a-z_]+)'/g
const bySql = /\b(?:insert into|update|delete from|merge into)\s+(?:only\s+)?([a-z_]+)\b/g

/** The area of a file: its folder of backend, of the console in it or of server, or the file itself where it lies above the areas. */
const areaOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('backend/console/') ? 3 : 2)
    .join('/')

function writesOf(text: string) {
  const written = [byBuilder, byRow, byStep, bySql].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, table = '']) => table),
  )
  return [...new Set(written)].filter((table) => !noTables.has(table))
}

function foreignWrites(file: string, text: string): string[] {
  return writesOf(text)
    .filter((table) => owners.get(table) !== areaOf(file))
    .map((table) => `${file} writes ${table}`)
}

function sourcesOf(names: RegExp) {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file) && !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(join(source, file), 'utf8')] as const)
}

const sources = () => sourcesOf(/^(backend|server)\/.*\.ts$/)

describe('どの表にも、書き込む場所は一つだけ', () => {
  test('すべてのソース', () => {
    expect(sources().flatMap(([file, text]) => foreignWrites(file, text))).toEqual([])
  })

  test('宣言した場所のほかで書き込む表は、どれもそこで書き込まれている', () => {
    const written = new Set(
      sources().flatMap(([file, text]) =>
        writesOf(text).map((table) => `${areaOf(file)} ${table}`),
      ),
    )
    const listed = Object.entries(elsewhere).map(([table, owner]) => `${owner} ${table}`)
    expect(listed.filter((one) => !written.has(one))).toEqual([])
  })

  test.each([
    [
      'backend/hold/decide-hold.ts',
      "await tx.updateTable('session').set({ ended_at: now }).execute()",
    ],
    [
      'backend/succession/decide.ts',
      'await sql`insert into payment_card (contract_id) values (1)`',
    ],
    ['backend/billing/x.ts', "await tx\n  .updateTable('application')"],
    ['backend/billing/x.ts', "await updateRows(tx, 'application', { order_no }, { closed_at })"],
    ['backend/line/x.ts', "await insertRow(\n  tx,\n  'application', row)"],
    ['backend/line/x.ts', "await tx.insertInto('no_such_table').values(row).execute()"],
  ])('わざと置いた違反を見つける：%s', (file, text) => {
    expect(foreignWrites(file, text)).toHaveLength(1)
  })
})
