import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { removeLink, writeLink } from '../rows.ts'

/** Gives the calendar a new address, or takes its address away; the old one leads nowhere from now on. */
export async function changeLink(
  tx: Db,
  { sealing }: Pick<ProcedureDeps, 'sealing'>,
  who: Who,
  action: 'renew' | 'remove',
): Promise<void> {
  const { contractId, now } = who
  if (action === 'renew') await writeLink(tx, sealing, contractId, now)
  else await removeLink(tx, contractId)
  await recordNote(tx, who, {
    action: action === 'renew' ? 'calendar-link-renewed' : 'calendar-link-removed',
    target: contractId,
  })
}
