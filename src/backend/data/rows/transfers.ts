import { type Selectable, sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Database } from '#backend/db/tables.ts'
import { bytes, type Bytes } from '#domain/bytes.ts'
import type { Transfer } from '#domain/data/pool.ts'
import { type Instant, isBefore } from '#domain/tokyo.ts'

type TransferRow = Selectable<Database['data_transfer']>

/** A part of what leaves: from which bucket, and until when it can be used where it goes. */
export type TransferPart = {
  readonly bucketId: string
  readonly bytes: Bytes
  readonly endsAt: Instant
}

/** Of each ledger what has left it after its snapshot, which holds what had left before. */
export async function readTransfers(
  db: Db,
  known: ReturnType<typeof sql>,
): Promise<ReadonlyMap<string, readonly Transfer[]>> {
  const { rows } = await sql<TransferRow>`
    select t.* from ${known} join data_transfer t
      on t.contract_id = known.contract_id and t.moved_at > known.since`.execute(db)
  return new Map(
    [...Map.groupBy(rows, (row) => row.contract_id)].map(([id, own]) => [
      id,
      own.map((row) => ({
        transferId: row.transfer_id,
        bucketId: row.bucket_id,
        bytes: bytes(row.bytes),
        at: row.moved_at,
      })),
    ]),
  )
}

export async function insertTransfer(
  tx: Db,
  { contractId, transferId }: { readonly contractId: string; readonly transferId: string },
  parts: readonly TransferPart[],
  now: Instant,
): Promise<void> {
  if (parts.length === 0) return
  const rows = parts.map((part) => ({
    contract_id: contractId,
    transfer_id: transferId,
    bucket_id: part.bucketId,
    bytes: part.bytes,
    ends_at: part.endsAt,
    moved_at: now,
  }))
  await tx.insertInto('data_transfer').values(rows).execute()
}

/** @returns since when the ledger must be charged anew; undefined where there was nothing to delete. */
export async function deleteTransfer(
  tx: Db,
  { contractId, transferId }: { readonly contractId: string; readonly transferId: string },
): Promise<Instant | undefined> {
  const rows = await tx
    .deleteFrom('data_transfer')
    .where('contract_id', '=', contractId)
    .where('transfer_id', '=', transferId)
    .returning('moved_at')
    .execute()
  return rows
    .map((row) => row.moved_at)
    .reduce<Instant | undefined>(
      (first, at) => (first === undefined || isBefore(at, first) ? at : first),
      undefined,
    )
}

/** The parts of transfers of these contracts, by the transfer's id. */
export async function transfersOf(
  db: Db,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TransferPart[]>> {
  const rows = await db
    .selectFrom('data_transfer')
    .selectAll()
    .where('contract_id', '=', sql<string>`any(${contractIds})`)
    .orderBy('ends_at')
    .orderBy('bucket_id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.transfer_id)].map(([id, own]) => [
      id,
      own.map((row) => ({
        bucketId: row.bucket_id,
        bytes: bytes(row.bytes),
        endsAt: row.ends_at,
      })),
    ]),
  )
}
