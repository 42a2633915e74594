import type { Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { deleteRows, insertRow, rowsOf } from '#backend/db/rows.ts'
import { notFound } from '#backend/refusal.ts'
import type { TokyoDate } from '#domain/tokyo.ts'

export type CoveredRow = Selectable<Database['covered_device']>
export type PhotographRow = Omit<
  Selectable<Database['claim_photograph']>,
  'picture_sealed' | 'small_sealed'
>

export const imeiAad = (deviceId: string) => `covered_device.imei:${deviceId}`
export const storyAad = (claimId: string) => `device_claim.story:${claimId}`
export const pictureAad = (photographId: string) => `claim_photograph.picture:${photographId}`
export const smallAad = (photographId: string) => `claim_photograph.small:${photographId}`

export const typedImeiAad = (deviceId: string) => `device_register.imei:${deviceId}`
export const openImei = (sealing: Sealing, row: CoveredRow) =>
  sealing.open(imeiAad(row.device_id), row.imei_sealed)

/** The first 14 digits identify the device; networks report the check digit differently (3GPP TS 23.003). */
const imeiIndex = (sealing: Sealing, imei: string) =>
  sealing.index('covered-imei', imei.slice(0, 14))

/** Every device that is or was covered, the latest first. */
export function findCovered(db: Db, contractId: string): Promise<CoveredRow[]> {
  return rowsOf(db, 'covered_device', { contract_id: contractId }, 'covered_from desc', 'device_id')
}

/** Whether the device is covered under any contract. */
export async function isCoveredAnywhere(db: Db, sealing: Sealing, imei: string): Promise<boolean> {
  const row = await db
    .selectFrom('covered_device')
    .select('device_id')
    .where('imei_index', '=', imeiIndex(sealing, imei))
    .where('covered_until', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false where the device is covered already, also by somebody else at the same moment. */
export async function cover(
  tx: Db,
  sealing: Sealing,
  {
    imei,
    ...row
  }: Omit<CoveredRow, 'imei_sealed' | 'imei_index' | 'covered_until'> & {
    imei: string
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('covered_device')
    .values({
      ...row,
      imei_sealed: sealing.seal(imeiAad(row.device_id), imei),
      imei_index: imeiIndex(sealing, imei),
      covered_until: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n
}

/** Ends the cover of the device that a line has, or of the one named. */
export async function endCover(
  tx: Db,
  contractId: string,
  of: { line_id: string } | { device_id: string },
  lastDay: TokyoDate,
) {
  const [column, value] =
    'line_id' in of ? (['line_id', of.line_id] as const) : (['device_id', of.device_id] as const)
  await tx
    .updateTable('covered_device')
    .set({ covered_until: lastDay })
    .where('contract_id', '=', contractId)
    .where(column, '=', value)
    .where('covered_until', 'is', null)
    .execute()
}

const photographColumns = [
  'contract_id',
  'photograph_id',
  'order_no',
  'position',
  'width',
  'height',
  'given_index',
  'taken_in_at',
] as const

/** The picture of a row that was read whole. */
export const openPicture = (
  sealing: Sealing,
  row: { photograph_id: string; picture_sealed: Uint8Array },
) => sealing.openBytes(pictureAad(row.photograph_id), row.picture_sealed)

/** Without the pictures themselves. */
export function findPhotographs(
  db: Db,
  contractId: string,
  orderNo?: string,
): Promise<PhotographRow[]> {
  return db
    .selectFrom('claim_photograph')
    .select(photographColumns)
    .where('contract_id', '=', contractId)
    .$if(orderNo !== undefined, (query) => query.where('order_no', '=', orderNo ?? ''))
    .orderBy('order_no')
    .orderBy('position')
    .execute()
}

export async function findPhotograph(
  db: Db,
  contractId: string,
  photographId: string,
): Promise<PhotographRow> {
  return db
    .selectFrom('claim_photograph')
    .select(photographColumns)
    .where('contract_id', '=', contractId)
    .where('photograph_id', '=', photographId)
    .executeTakeFirstOrThrow(notFound)
}

/** @throws RefusalError NOT_FOUND also for another member's. */
export async function openPhotograph(
  db: Db,
  sealing: Sealing,
  contractId: string,
  photographId: string,
  size: 'whole' | 'small',
): Promise<Buffer> {
  const column = size === 'whole' ? 'picture_sealed' : 'small_sealed'
  const row = await db
    .selectFrom('claim_photograph')
    .select(`${column} as sealed`)
    .where('contract_id', '=', contractId)
    .where('photograph_id', '=', photographId)
    .executeTakeFirstOrThrow(notFound)
  const aadOf = size === 'whole' ? pictureAad : smallAad
  return sealing.openBytes(aadOf(photographId), row.sealed)
}

export async function insertPhotograph(
  tx: Db,
  sealing: Sealing,
  { picture, small, ...row }: PhotographRow & { picture: Uint8Array; small: Uint8Array },
) {
  const { photograph_id: id } = row
  await insertRow(tx, 'claim_photograph', {
    ...row,
    picture_sealed: sealing.sealBytes(pictureAad(id), picture),
    small_sealed: sealing.sealBytes(smallAad(id), small),
  })
}

export async function deletePhotograph(tx: Db, contractId: string, photographId: string) {
  await deleteRows(tx, 'claim_photograph', { contract_id: contractId, photograph_id: photographId })
}
