import { newId } from '#backend/db/ids.ts'
import type { Db } from '#backend/db/connect.ts'
import { anyOf, columnsOf, findRow } from '#backend/db/rows.ts'
import { recordNote, type Acting } from '#backend/step/record-change.ts'
import { compensatedDays } from '#domain/billing/compensation.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'

export type NewCompensation = {
  /** Of the board, else a name with its times. */
  readonly outage:
    | { readonly outageId: string }
    | { readonly name: string; readonly from: Instant; readonly to: Instant }
  readonly reason: string
  /** None: those the outage stopped. */
  readonly lineIds: readonly string[] | undefined
}

/**
 * What an operator enters is booked by the worker (createCompensations).
 * @throws RangeError with what is wrong with it.
 */
export async function enterCompensation(
  tx: Db,
  { outage, reason, lineIds }: NewCompensation,
  who: Acting,
): Promise<string> {
  const { outageId, from, to } =
    'outageId' in outage ? await ofBoard(tx, outage.outageId) : named(outage)
  if (reason.trim() === '') throw new RangeError('A reason is missing')
  if (!isBefore(from, to)) throw new RangeError('It ends before it begins')
  if (isBefore(who.now, to)) throw new RangeError('It is not over')
  if (compensatedDays(from, to).size === 0)
    throw new RangeError('It was shorter than 24 hours: there is no whole day to give back')
  if (lineIds !== undefined) await refuseUnknown(tx, lineIds)
  const entered = await tx
    .insertInto('compensation')
    .values({
      compensation_id: newId('cmp'),
      outage_id: outageId,
      from_at: from,
      to_at: to,
      line_ids: lineIds === undefined ? null : [...lineIds],
      reason,
      entered_at: who.now,
      done_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('compensation_id')
    .executeTakeFirst()
  if (entered === undefined) throw new RangeError(`${outageId} was entered already`)
  await recordNote(tx, who, {
    action: 'compensation-entered',
    target: entered.compensation_id,
    details: { outage: outageId, reason },
  })
  return entered.compensation_id
}

async function ofBoard(tx: Db, outageId: string) {
  const row = await findRow(
    tx,
    'outage',
    { outage_id: outageId },
    'begins_at',
    'ends_at',
    'cancelled_at',
  )
  if (row === undefined) throw new RangeError(`There is no outage ${outageId} on the board`)
  if (row.cancelled_at !== null) throw new RangeError(`${outageId} was cancelled`)
  if (row.ends_at === null) throw new RangeError('It is not over')
  return { outageId, from: row.begins_at, to: row.ends_at }
}

function named({ name, from, to }: { name: string; from: Instant; to: Instant }) {
  // It becomes part of a source with slashes.
  if (!/^[^/\s]+$/.test(name)) throw new RangeError('A name has no slash and no space')
  return { outageId: name, from, to }
}

async function refuseUnknown(tx: Db, lineIds: readonly string[]) {
  if (lineIds.length === 0) throw new RangeError('No line is named')
  const known = await columnsOf(tx, 'line', ['line_id'], { line_id: anyOf([...lineIds]) })
  const ids = new Set(known.map(({ line_id }) => line_id))
  const unknown = lineIds.filter((lineId) => !ids.has(lineId))
  if (unknown.length > 0) throw new RangeError(`There is no line ${unknown.join(', ')}`)
}
