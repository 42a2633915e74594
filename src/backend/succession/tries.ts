import type { AreaDeps } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import type { Caller } from '#backend/caller.ts'
import { RefusalError } from '#backend/refusal.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import { findByNumber } from './deceased.ts'
import { triedMessage } from './messages.ts'

export type Tries = ReturnType<typeof createTries>

/** Tries to find a contract by one number, whoever makes them. */
export function createTries({
  database,
  sealing,
  outbox,
}: Pick<AreaDeps, 'database' | 'sealing' | 'outbox'>) {
  /** @throws RefusalError TOO_MANY_REQUESTS, the same for a number that is nobody's */
  async function count(caller: Caller, phone: string) {
    try {
      await caller.countAbout?.('successionNumbers', phone)
    } catch (error) {
      if (error instanceof RefusalError && error.code === 'TOO_MANY_REQUESTS')
        await tell(caller, phone)
      throw error
    }
  }

  /** In a transaction of its own: the refusal rolls the asker's back. Once a day. */
  async function tell({ now, traceKey }: Caller, phone: string) {
    await database.db.transaction().execute(async (tx) => {
      const contract = await findByNumber(tx, sealing, phone)
      if (contract === undefined) return
      const { contractId, accountId } = contract
      const on = toTokyoDate(now)
      const isToldAlready = await tx
        .selectFrom('notice')
        .select('notice_id')
        .where('account_id', '=', accountId)
        .where('source_ref', '=', triedMessage({ accountId, on }).sourceRef)
        .executeTakeFirst()
      if (isToldAlready !== undefined) return
      await recordAudit(tx, {
        chain: contractId,
        at: now,
        actor: 'system',
        accountId,
        action: 'succession-tried-too-often',
        target: contractId,
        traceKey,
      })
      await outbox.post(tx, triedMessage({ accountId, on }), now)
    })
  }

  return { count }
}
