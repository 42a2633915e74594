import { isolated } from '#backend/jobs/isolated.ts'
import { lockContract } from '#backend/contract/contracts.ts'
import type { By } from '#backend/contract/who.ts'
import { bookCharge } from '#backend/contract/booked-charges.ts'
import type { Db } from '#backend/db/connect.ts'
import { findRow, rowsOf, updateRows } from '#backend/db/rows.ts'
import { outageStopsLine } from '#backend/outage/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordChange } from '#backend/step/record-change.ts'
import {
  compensatedDays,
  compensationOf,
  compensationSource,
} from '#domain/billing/compensation.ts'
import { feeLines } from '#domain/billing/monthly-lines.ts'
import {
  endOfMonth,
  isBefore,
  startOfDay,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'
import { loadBillFacts } from '../queries/bill-facts.ts'
import { billedMonth } from '../queries/billed-month.ts'
import { compensationMessage } from '../messages.ts'

/** What was out of use: a row of the outage board, or what an operator says of it. */
type OutOfUse = {
  readonly outageId: string
  readonly from: Instant
  readonly to: Instant
}

/**
 * Gives back what a line could not be used (billing.md 22), on the bill of this month: for each whole 24 hours a day of its
 * base fee or of its fee as a further line. Once for an outage, line and month, however often it is asked for.
 * @throws RangeError for an outage that is not over.
 */
async function compensateLine(
  tx: Db,
  { outbox, book }: Pick<ProcedureDeps, 'outbox' | 'book'>,
  line: { readonly contractId: string; readonly lineId: string },
  { outageId, from, to }: OutOfUse,
  { now, reason }: { now: Instant; reason: string },
): Promise<number> {
  if (isBefore(now, to) || isBefore(to, from)) throw new RangeError('The outage is not over')
  const { contractId, lineId } = line
  const by: By = { actor: 'staff', contractId, now }
  await lockContract(tx, contractId)
  let givenYen = 0
  for (const [month, days] of compensatedDays(from, to)) {
    const facts = await loadBillFacts(tx, contractId, billedMonth(month, book))
    const fee = feeLines(facts, book).find(
      (one) => one.lineId === lineId && (one.kind === 'base' || one.kind === 'shareLine'),
    )
    if (fee?.row === undefined) continue
    const whole = fee.row.tenthsYen
    const of = { wholeTenthsYen: whole, billedTenthsYen: fee.amountTenthsYen }
    const tenths = compensationOf(of, days, month)
    const source = compensationSource({ outageId, lineId, month })
    if (tenths === 0 || (await isGiven(tx, contractId, source))) continue
    await bookCharge(tx, {
      contract_id: contractId,
      line_id: lineId,
      kind: 'adjustment',
      figure_key: null,
      rate_valid_from: null,
      quantity: days,
      amount_tenths_yen: -tenths,
      tax: fee.tax,
      tax_on: endOfMonth(month),
      origin_month: month,
      month: toTokyoMonth(now),
      booked_at: now,
      // With the fee of the month, so that the line can say what it was reckoned from.
      source_ref: `${source}/${whole / 10}`,
    })
    givenYen += tenths / 10
    await recordChange(tx, { outbox }, by, {
      action: 'outage-compensated',
      target: lineId,
      details: { outage: outageId, month, days, yenExTax: tenths / 10, reason },
      message: (accountId) =>
        compensationMessage({ accountId, source, from, to, days, yenExTax: tenths / 10, month }),
    })
  }
  return givenYen
}

async function isGiven(tx: Db, contractId: string, source: string) {
  const given = await tx
    .selectFrom('booked_charge')
    .select('charge_id')
    .where('contract_id', '=', contractId)
    .where('source_ref', 'like', `${source}/%`)
    .executeTakeFirst()
  return given !== undefined
}

/**
 * Books what operators have entered, line by line, each for itself; what a lost worker left is finished. Without lines
 * named, an outage of the board is given back to those it stopped.
 */
export async function compensateEntered(
  deps: Pick<ProcedureDeps, 'database' | 'sealing' | 'log' | 'outbox' | 'book'>,
  now: Instant,
): Promise<void> {
  const { sealing, log } = deps
  const { db } = deps.database
  const entered = await rowsOf(db, 'compensation', { done_at: null }, 'entered_at')
  for (const one of entered) {
    const { outage_id: outageId, from_at: from, to_at: to, line_ids: lineIds, reason } = one
    const board =
      lineIds === null
        ? await findRow(db, 'outage', { outage_id: outageId }, 'services', 'areas')
        : undefined
    let failed = 0
    for (const line of await servedLines(db, { from, to, lineIds }))
      await isolated(log, { lineId: line.lineId }, 'line not compensated', async () => {
        failed += 1
        const isStopped = board === undefined || (await outageStopsLine(db, sealing, line, board))
        if (isStopped)
          await db.transaction().execute((tx) =>
            compensateLine(tx, deps, line, withinService(line, { outageId, from, to }), {
              now,
              reason,
            }),
          )
        failed -= 1
      })
    if (failed > 0) continue
    await updateRows(db, 'compensation', { compensation_id: one.compensation_id }, { done_at: now })
  }
}

/** A line that began while it lasted could not be used from its first day on, and not before. */
function withinService({ activatedOn }: { activatedOn: TokyoDate | null }, outage: OutOfUse) {
  const began = activatedOn === null ? outage.from : startOfDay(activatedOn)
  return isBefore(outage.from, began) ? { ...outage, from: began } : outage
}

/** Lines in service at any time of it. */
async function servedLines(
  db: Db,
  { from, to, lineIds }: { from: Instant; to: Instant; lineIds: readonly string[] | null },
) {
  const lines = db
    .selectFrom('line')
    .innerJoin('contract', 'contract.contract_id', 'line.contract_id')
    .select([
      'line.contract_id as contractId',
      'line.line_id as lineId',
      'line.kind',
      'line.activated_on as activatedOn',
      'contract.account_id as accountId',
    ])
    .where('line.activated_on', '<=', toTokyoDate(to))
    .where((eb) =>
      eb.or([eb('line.ends_on', 'is', null), eb('line.ends_on', '>=', toTokyoDate(from))]),
    )
    .orderBy('line.contract_id')
    .orderBy('line.line_id')
  return (lineIds === null ? lines : lines.where('line.line_id', 'in', [...lineIds])).execute()
}
