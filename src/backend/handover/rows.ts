import { randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { HandoverTables } from '#backend/db/tables/handover.ts'

export type HandoverRow = Selectable<HandoverTables['handover']>

const NUMBER_DIGITS = 10

/** Ten digits that nothing can be read from; the first is never 0, so that it is not taken for a phone number. */
export function newHandoverNo(): string {
  const rest = Array.from({ length: NUMBER_DIGITS - 1 }, () => randomInt(10))
  return [randomInt(1, 10), ...rest].join('')
}

/** Blind index of the number. Callers compare the line's phone number too: a number alone finds no line. */
export const numberIndex = (sealing: Sealing, handoverNo: string) =>
  sealing.index('handover number', handoverNo)

export async function findByNumber(
  db: Db,
  sealing: Sealing,
  handoverNo: string,
): Promise<HandoverRow | undefined> {
  return db
    .selectFrom('handover')
    .selectAll()
    .where('number_index', '=', numberIndex(sealing, handoverNo))
    .executeTakeFirst()
}

/** Of the giver's order. */
export async function findHandover(
  db: Db,
  { contractId, orderNo }: { contractId: string; orderNo: string },
): Promise<HandoverRow | undefined> {
  return db
    .selectFrom('handover')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('order_no', '=', orderNo)
    .executeTakeFirst()
}

/** Of the receiver's contract. */
export async function findReceived(
  db: Db,
  receiverContractId: string,
): Promise<HandoverRow | undefined> {
  return db
    .selectFrom('handover')
    .selectAll()
    .where('receiver_contract_id', '=', receiverContractId)
    .executeTakeFirst()
}

export async function changeHandover(
  tx: Db,
  row: HandoverRow,
  change: Partial<
    Pick<HandoverRow, 'application_no' | 'receiver_contract_id' | 'receiver_order_no'>
  >,
) {
  await tx
    .updateTable('handover')
    .set(change)
    .where('contract_id', '=', row.contract_id)
    .where('order_no', '=', row.order_no)
    .execute()
}
