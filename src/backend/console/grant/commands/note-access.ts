import type { AreaDeps } from '#backend/area.ts'
import type { SignedInStaff } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { insertRow } from '#backend/db/rows.ts'
import { staffChain } from '#backend/staff-access.ts'
import { recordAct, recordNote, type Acting } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { SearchKind } from '#vocabulary/console-record.ts'

type Noted = {
  readonly staff: SignedInStaff
  readonly now: Instant
  readonly traceKey?: string | undefined
}

const bySomebody = ({ staff, now, traceKey }: Noted): Acting => ({
  actor: 'staff',
  staffId: staff.staffId,
  role: staff.role,
  now,
  ...(traceKey !== undefined && { traceKey }),
})

/** A search, in the chain of who searched: by what, never what was typed. */
export async function noteSearch(
  tx: Db,
  { by, hits, ...noted }: Noted & { readonly by: SearchKind; readonly hits: number },
): Promise<void> {
  await writeEvent(tx, noted, 'searched', hits)
  await recordAct(tx, bySomebody(noted), {
    chain: staffChain(noted.staff.staffId),
    action: 'member-searched',
    target: noted.staff.staffId,
    details: { by, hits },
  })
}

/**
 * A limit that was reached, for the list of unusual reading; its entry in the chain is the mount's. The refusal rolls its
 * transaction back, so this has one of its own.
 */
export const noteLimit = ({ database }: Pick<AreaDeps, 'database'>, noted: Noted) =>
  database.db.transaction().execute((own) => writeEvent(own, noted, 'limit', null))

/** A record that its opener must not open: in the member's chain too, though the opening is rolled back. */
export async function noteOwnNumber(
  { database }: Pick<AreaDeps, 'database'>,
  {
    accountId,
    contractId,
    ticketNo,
    ...noted
  }: Noted & {
    readonly accountId: string
    readonly contractId: string | undefined
    readonly ticketNo: string
  },
): Promise<void> {
  const who = { ...bySomebody(noted), caseNo: ticketNo }
  await database.db.transaction().execute(async (own) => {
    await writeEvent(own, noted, 'ownNumber', null)
    await recordNote(
      own,
      { ...who, accountId, ...(contractId !== undefined && { contractId }) },
      { action: 'record-refused', target: accountId, details: { why: 'ownNumber' } },
    )
  })
}

const writeEvent = (
  tx: Db,
  { staff, now }: Noted,
  kind: 'searched' | 'limit' | 'ownNumber',
  hits: number | null,
) =>
  insertRow(tx, 'access_event', {
    event_id: newId('acs'),
    staff_id: staff.staffId,
    kind,
    hits,
    at: now,
  })
