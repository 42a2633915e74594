import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openOrder } from '#tests/api/orders.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { brokenProcedureLaws } from './findings.ts'

const harness = await useHarness()

/** A sound contract with a booked size, which each case then spoils in one place. */
async function sound(name: string) {
  const member = await makeMember(harness, {
    loginId: name,
    planCode: 20,
    course: 'share',
    lines: [{}, {}],
  })
  await harness.database.db.transaction().execute((tx) =>
    openOrder(tx, {
      contractId: member.contractId,
      procedure: 'planSizeChange',
      event: 'booked',
      actor: 'member',
      now: harness.clock.now(),
      effectiveOn: tokyoDate('2026-12-01'),
      undoUntil: harness.clock.now(),
      details: { fromPlan: 20, toPlan: 25 },
    }),
  )
  return member
}

const spoilers = {
  'an order is closed exactly when it is over': `update procedure_order set closed_at = now()`,
  'the events of an order lead to its state': `update procedure_order set state = 'none'`,
  'a line is ending exactly while a reserved cancellation covers it': `update line set status = 'ending', ends_on = '2026-11-30'`,
  'the first line lives while any does, and each line has a place of its own': `update line set position = position + 1`,
  'a contract that is over has nothing left': `update contract set status = 'terminated'`,
  'what ends with its line is over once the line is': `
    with gone as (update line set status = 'ended' returning contract_id as former, line_id as ended)
    update procedure_order set procedure = 'optionJoin', state = 'setting',
      line_id = (select ended from gone where former = contract_id limit 1)`,
  'a contract without lines is over': `update line set status = 'ended'`,
  'a contract is leaving exactly while it, or each of its lines, is': `update contract set status = 'cancel_reserved'`,
  'nothing that was due is left undone': `update procedure_order set effective_on = '2026-11-20'`,
  'at most three lines, and more than one only of a size to share': `update contract set plan_code = 13`,
}

test('正しい契約は、どの法則も破らない', async () => {
  await sound('sound')
  expect(
    await brokenProcedureLaws(
      harness.database.db,
      harness.services.procedures,
      harness.clock.now(),
    ),
  ).toEqual([])
})

test.each(Object.entries(spoilers))('%s：法則が破れたと分かる', async (law, spoil) => {
  const { contractId } = await sound(law)
  const undone = new Error('rolled back')
  const seen: string[] = []
  await harness.database.db
    .transaction()
    .execute(async (tx) => {
      await sql`${sql.raw(spoil)} where contract_id = ${contractId}`.execute(tx)
      const broken = await brokenProcedureLaws(tx, harness.services.procedures, harness.clock.now())
      seen.push(...broken.map((one) => one.law))
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  expect(seen).toContain(law)
})
