import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { kindsOf } from '#backend/console/queue/queries/kinds.ts'
import { openRows } from '#backend/finding.ts'
import { createProcedures } from '#server/procedures.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { findingsOfTheHouse } from './findings.ts'

const harness = await useHarness()
const { db } = harness.database

/** Tables that have rows for every contract, or for every month of one. */
const growing = new Set([
  'account',
  'bill',
  'call_record',
  'carrier_exchange',
  'contact_message',
  'contract',
  'contract_document',
  'contract_holder',
  'data_ledger',
  'identity_check',
  'line',
  'mail_message',
  'payment',
  'point_grant',
  'procedure_order',
  'refund',
  'ticket',
])

type Plan = {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Index Name'?: string | undefined
  'Index Cond'?: string | undefined
  Plans?: Plan[] | undefined
}
const plan: z.ZodType<Plan> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  get Plans() {
    return z.array(plan).optional()
  },
})
const explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: plan })) }))

/** A growing table that is read from end to end, or an index of all its rows. */
function readWhole(node: Plan, isOfFew: (index: string) => boolean, of?: string): string[] {
  const table = node['Relation Name'] ?? of
  const index = node['Index Name']
  const isWhole =
    node['Node Type'] === 'Seq Scan' ||
    (index !== undefined && node['Index Cond'] === undefined && !isOfFew(index))
  return [
    ...(isWhole && table !== undefined && growing.has(table) ? [table] : []),
    ...(node.Plans ?? []).flatMap((child) => readWhole(child, isOfFew, table)),
  ]
}

/** Has a condition, and has every living contract nevertheless. */
const ofAll = ['contract_living_account']

test('会員が何人いても、人を待っている件は、表をはじめから終わりまで読まずに数えられる', async () => {
  const { rows: indexes } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where indpred is not null`.execute(db)
  const partial = new Set(indexes.map(({ name }) => name).filter((name) => !ofAll.includes(name)))
  const whole: Record<string, string[]> = {}
  await db.transaction().execute(async (tx) => {
    // An empty table is always read whole: the question is whether there is another way.
    await sql`set local enable_seqscan = off`.execute(tx)
    for (const finding of kindsOf(findingsOfTheHouse(createProcedures())).values()) {
      const { rows } = await sql`
        explain (format json) select * from ${openRows(finding, harness.clock.now())}`.execute(tx)
      const asked = explained.parse(rows)[0]?.['QUERY PLAN'][0]
      const tables = asked === undefined ? [] : readWhole(asked.Plan, (index) => partial.has(index))
      if (tables.length > 0) whole[finding.name] = tables
    }
  })
  expect(whole).toEqual({})
})
