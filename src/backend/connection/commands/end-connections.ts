import type { AreaDeps } from '#backend/area.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { Acting, StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { removeWebhooks, removeWebhooksOfAccount } from '#backend/webhook/public.ts'
import { removeWidgets, removeWidgetsOfAccount } from '#backend/widget/public.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { ConnectionEnd } from '#vocabulary/connection.ts'
import { findConnection, findOver, lockOpen, type ConnectionRow, type OfWhom } from '../rows.ts'
import { connectionSteps } from '../steps.ts'

/**
 * The member takes one back, whoever of the family has made it.
 * @throws RefusalError NOT_FOUND also for another's, CONNECTION_OVER
 */
export async function takeBack(
  tx: Db,
  deps: StepDeps,
  { accountId, now, traceKey }: AccountWho,
  connectionId: string,
): Promise<void> {
  const row = await findConnection(tx, connectionId)
  if (row?.account_id !== accountId && row?.holder_account_id !== accountId)
    throw new RefusalError('NOT_FOUND')
  if (row.state !== 'active') throw new RefusalError('CONNECTION_OVER')
  const by = { actor: 'member', accountId, now, ...(traceKey && { traceKey }) } as const
  await end(tx, deps, by, row, 'member')
}

/**
 * Takes away, in one go, everything by which somebody gets at a contract without a login: what programs were given or are
 * told, and the cards. Called where the person behind them may have changed, or fears a thief.
 * @param of of one person wherever, or of one contract whoever has made it
 */
export async function endWaysWithoutLogin(
  tx: Db,
  deps: StepDeps,
  of: OfWhom,
  by: Pick<Acting, 'actor' | 'now'> & { readonly because: ConnectionEnd },
): Promise<void> {
  const { because, ...acting } = by
  if ('accountId' in of) {
    await removeWidgetsOfAccount(tx, of.accountId)
    await removeWebhooksOfAccount(tx, of.accountId)
  } else {
    await removeWidgets(tx, of.contractId)
    await removeWebhooks(tx, of.contractId)
  }
  for (const row of await lockOpen(tx, of)) await end(tx, deps, acting, row, because)
}

/** Writes down what is over already: by its clock, or with its contract, holder or role. */
export async function endConnectionsThatAreOver(
  deps: Pick<AreaDeps, 'database' | 'outbox'>,
  now: Instant,
): Promise<void> {
  const { db } = deps.database
  for (const { connection_id: connectionId, ends_at: endsAt } of await findOver(db, now)) {
    const because = Temporal.Instant.compare(endsAt, now) <= 0 ? 'expired' : 'contract'
    await db.transaction().execute(async (tx) => {
      const row = await findConnection(tx, connectionId)
      if (row?.state === 'active') await end(tx, deps, { actor: 'system', now }, row, because)
    })
  }
}

async function end(
  tx: Db,
  deps: StepDeps,
  by: Acting,
  row: ConnectionRow,
  because: ConnectionEnd,
): Promise<void> {
  const step = because === 'member' ? 'taken_back' : because === 'reuse' ? 'stopped' : 'ended'
  const who = { accountId: row.account_id, ...by }
  await takeStep(tx, deps, who, connectionSteps, { row, step, patch: { ended_by: because } })
}
