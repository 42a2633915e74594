import type { AreaDeps } from '#backend/area.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import { recordChange } from '#backend/step/record-change.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { triedMessage } from '../messages.ts'
import { findByNumber } from '../queries/deceased.ts'

/**
 * Notifies the holder, once a day, that somebody has tried to find the contract by its number too often. The refusal rolls
 * the asker's transaction back, so this has one of its own.
 */
export async function notifyTried(
  deps: Pick<AreaDeps, 'database' | 'sealing' | 'outbox'>,
  who: Pick<AccountWho, 'now' | 'traceKey'>,
  phone: string,
): Promise<void> {
  await deps.database.db.transaction().execute(async (tx) => {
    const contract = await findByNumber(tx, deps.sealing, phone)
    if (contract === undefined) return
    const { contractId, accountId } = contract
    const message = triedMessage({ accountId, on: toTokyoDate(who.now) })
    const known = await tx
      .selectFrom('notice')
      .select('notice_id')
      .where('account_id', '=', accountId)
      .where('source_ref', '=', message.sourceRef)
      .executeTakeFirst()
    if (known !== undefined) return
    await recordChange(
      tx,
      deps,
      { actor: 'system', contractId, accountId, ...who },
      { action: 'succession-tried-too-often', target: contractId, message: () => message },
    )
  })
}
