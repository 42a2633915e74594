import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { comparedSchema, type Compared } from '#backend/verified-identity.ts'
import type { Evidence } from '#domain/identity/methods.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'
import type { IdentityMethod } from '#vocabulary/identity.ts'
import { staffSchema, type Staff } from './decisions.ts'

type RecordRow = Selectable<Database['identity_record']>

export const recordAads = {
  reference: (checkId: string) => `identity_record.reference:${checkId}`,
  compared: (checkId: string) => `identity_record.compared:${checkId}`,
  staff: (checkId: string) => `identity_record.staff:${checkId}`,
}

/** Who compared and who wrote it down: the reader of chips and this program, or people of the staff. */
export type CheckedBy =
  | { readonly by: 'chip' }
  | {
      readonly by: 'staff'
      /** Not known of decisions before names were asked for. */
      readonly staff?: Staff | undefined
    }

export type NewRecord = {
  readonly accountId: string
  readonly checkId: string
  readonly compared: Compared
  /** Undefined where the document was not recorded; then how is all that is known. */
  readonly evidence: Evidence | undefined
  readonly method: IdentityMethod
  readonly checkedBy: CheckedBy
  readonly verifiedOn: TokyoDate
  readonly recordedAt: Instant
}

/** Writes the record of a check that was passed; one that is there stays as it is. */
export async function insertRecord(tx: Db, sealing: Sealing, record: NewRecord) {
  await tx
    .insertInto('identity_record')
    .values(toRow(sealing, record))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function toRow(sealing: Sealing, record: NewRecord): Insertable<Database['identity_record']> {
  const { accountId, checkId, compared, evidence, method, checkedBy } = record
  const staff = checkedBy.by === 'staff' ? checkedBy.staff : undefined
  return {
    account_id: accountId,
    check_id: checkId,
    method,
    document_kind: evidence?.document ?? null,
    reference_sealed: evidence
      ? sealing.seal(recordAads.reference(checkId), evidence.reference)
      : null,
    compared_sealed: sealing.seal(recordAads.compared(checkId), JSON.stringify(compared)),
    checked_by: checkedBy.by,
    recorded_by: checkedBy.by === 'staff' ? 'staff' : 'system',
    staff_sealed: staff ? sealing.seal(recordAads.staff(checkId), JSON.stringify(staff)) : null,
    verified_on: record.verifiedOn,
    recorded_at: record.recordedAt,
  }
}

/** A record with what is sealed in it. */
export function openRecord<Row extends RecordRow>(sealing: Sealing, row: Row) {
  const { check_id: checkId, reference_sealed, compared_sealed, staff_sealed } = row
  const open = (aad: string, sealed: string | null) =>
    sealed === null ? undefined : sealing.open(aad, sealed)
  const compared = open(recordAads.compared(checkId), compared_sealed)
  const staff = open(recordAads.staff(checkId), staff_sealed)
  return {
    ...row,
    reference: open(recordAads.reference(checkId), reference_sealed),
    compared: compared === undefined ? undefined : comparedSchema.parse(JSON.parse(compared)),
    staff: staff === undefined ? undefined : staffSchema.parse(JSON.parse(staff)),
  }
}
