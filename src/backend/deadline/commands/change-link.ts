import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { removeLink, writeLink } from '../rows.ts'

/** Gives the calendar a new address, or takes its address away; the old one leads nowhere from now on. */
export async function changeLink(
  tx: Db,
  { sealing, commit }: Pick<ProcedureDeps, 'sealing' | 'commit'>,
  who: Who,
  action: 'renew' | 'remove',
): Promise<void> {
  const { contractId, now } = who
  if (action === 'renew') await writeLink(tx, sealing, contractId, now)
  else await removeLink(tx, contractId)
  await commit.change(tx, who, {
    action: action === 'renew' ? 'calendar-link-renewed' : 'calendar-link-removed',
    target: contractId,
  })
}
