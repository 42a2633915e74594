import { randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { findRow, insertRow, updateRows } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'

export type HandoverRow = Selectable<Database['handover']>

/** The giver's order. */
export const keyOfGiver = (row: Pick<HandoverRow, 'contract_id' | 'order_no'>) => ({
  contractId: row.contract_id,
  orderNo: row.order_no,
})

const NUMBER_DIGITS = 10

/** Ten random digits; the first is never 0, so that the number is not taken for a phone number. */
export function newHandoverNo(): string {
  const rest = Array.from({ length: NUMBER_DIGITS - 1 }, () => randomInt(10))
  return [randomInt(1, 10), ...rest].join('')
}

/** Blind index of the number. Callers compare the line's phone number too: a number alone finds no line. */
const numberIndex = (sealing: Sealing, handoverNo: string) =>
  sealing.index('handover number', handoverNo)

export async function findByNumber(
  db: Db,
  sealing: Sealing,
  handoverNo: string,
): Promise<HandoverRow | undefined> {
  return findRow(db, 'handover', { number_index: numberIndex(sealing, handoverNo) })
}

/** By the giver's order. */
export async function findHandover(
  db: Db,
  { contractId, orderNo }: { contractId: string; orderNo: string },
): Promise<HandoverRow | undefined> {
  return findRow(db, 'handover', { contract_id: contractId, order_no: orderNo })
}

/** By the receiver's contract. */
export async function findReceived(
  db: Db,
  receiverContractId: string,
): Promise<HandoverRow | undefined> {
  return findRow(db, 'handover', { receiver_contract_id: receiverContractId })
}

export async function changeHandover(
  tx: Db,
  row: HandoverRow,
  change: Partial<
    Pick<HandoverRow, 'application_no' | 'receiver_contract_id' | 'receiver_order_no'>
  >,
) {
  await updateRows(tx, 'handover', { contract_id: row.contract_id, order_no: row.order_no }, change)
}

export async function insertHandover(
  tx: Db,
  sealing: Sealing,
  handoverNo: string,
  row: Pick<HandoverRow, 'contract_id' | 'order_no' | 'line_id' | 'namesake_index' | 'valid_until'>,
) {
  const number_index = numberIndex(sealing, handoverNo)
  await insertRow(tx, 'handover', { ...row, number_index })
}

/** Hand-overs whose giver's order is closed and whose receiver's order is still open. */
export async function findWithOpenReceiver(db: Db): Promise<HandoverRow[]> {
  return db
    .selectFrom('handover as h')
    .innerJoin('procedure_order as g', (on) =>
      on.onRef('g.contract_id', '=', 'h.contract_id').onRef('g.order_no', '=', 'h.order_no'),
    )
    .innerJoin('procedure_order as r', (on) =>
      on
        .onRef('r.contract_id', '=', 'h.receiver_contract_id')
        .onRef('r.order_no', '=', 'h.receiver_order_no'),
    )
    .selectAll('h')
    .where('g.closed_at', 'is not', null)
    .where('r.closed_at', 'is', null)
    .execute()
}
