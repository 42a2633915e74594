import type { AreaDeps } from '#backend/area.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { RefusalError } from '#backend/refusal.ts'
import {
  recordNote,
  withoutMessages,
  type Acting,
  type StepDeps,
} from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { removeWebhooks, removeWebhooksOfAccount } from '#backend/webhook/public.ts'
import { removeWidgets, removeWidgetsOfAccount } from '#backend/widget/public.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { ConnectionEnd } from '#vocabulary/connection.ts'
import {
  becauseOf,
  endOwnClients,
  findWithoutPlace,
  lockByGrant,
  lockConnection,
  findOver,
  lockOpen,
  type ConnectionRow,
  type OfWhom,
} from '../rows.ts'
import { connectionSteps } from '../steps.ts'
import { destroyOfGrant } from './keep-artifacts.ts'
import { throwAwayOf } from './prepare-order.ts'

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
  const row = await lockConnection(tx, connectionId)
  if (row?.account_id !== accountId && row?.holder_account_id !== accountId)
    throw new RefusalError('NOT_FOUND')
  if (row.state !== 'active') throw new RefusalError('CONNECTION_OVER')
  const by = { actor: 'member', accountId, now, ...(traceKey && { traceKey }) } as const
  await end(tx, deps, by, row, 'member')
}

/**
 * The member removes an app of their own, and with it what it was let in to.
 * @throws RefusalError NOT_FOUND also for another's and for one that is over
 */
export async function removeOwnClient(
  tx: Db,
  deps: StepDeps,
  { accountId, now, traceKey }: AccountWho,
  clientId: string,
): Promise<void> {
  const by = { actor: 'member', accountId, now, ...(traceKey && { traceKey }) } as const
  if ((await removeOwnClients(tx, { ...by, accountId }, clientId)) === 0)
    throw new RefusalError('NOT_FOUND')
  for (const row of await lockOpen(tx, { clientId })) await end(tx, deps, by, row, 'member')
}

/** @returns how many of the account's own apps have ended; all of them where none is named */
async function removeOwnClients(
  tx: Db,
  by: Acting & { readonly accountId: string },
  clientId?: string,
): Promise<number> {
  const { accountId, now } = by
  const ended = await endOwnClients(tx, { accountId, ...(clientId && { clientId }) }, now)
  for (const { client_id: target } of ended)
    await recordNote(tx, by, { action: 'own-app-removed', target })
  return ended.length
}

/**
 * Takes away, in one go, everything by which somebody gets at a contract without a login: what programs were given or are
 * told, the cards, and a person's own apps. Called where the person behind them may have changed, or fears a thief.
 * @param of of one person wherever, or of one contract whoever has made it
 */
export async function endWaysWithoutLogin(
  tx: Db,
  deps: StepDeps,
  of: OfWhom,
  by: Acting & { readonly because: ConnectionEnd },
): Promise<void> {
  const { because, ...acting } = by
  if ('accountId' in of) {
    await removeWidgetsOfAccount(tx, of.accountId)
    await removeWebhooksOfAccount(tx, of.accountId)
    await removeOwnClients(tx, { ...acting, accountId: of.accountId })
  } else {
    await removeWidgets(tx, of.contractId)
    await removeWebhooks(tx, of.contractId)
  }
  for (const row of await lockOpen(tx, of)) await end(tx, deps, acting, row, because)
}

/** The app gives it back, or something of it was used twice. Nothing happens to one that has ended. */
export async function endByGrant(
  tx: Db,
  deps: StepDeps,
  grantId: string,
  by: { readonly because: 'app' | 'reuse'; readonly now: Instant },
): Promise<void> {
  const row = await lockByGrant(tx, grantId)
  if (row?.state === 'active')
    await end(tx, deps, { actor: 'system', now: by.now }, row, by.because)
}

/**
 * The operator ends an app, and with it what members have let it do. Members' own are theirs.
 * @returns how many connections ended; undefined for one that is unknown or over
 */
export async function endClient(
  tx: Db,
  clientId: string,
  now: Instant,
): Promise<number | undefined> {
  const ended = await tx
    .updateTable('oauth_client')
    .set({ ended_at: now })
    .where('client_id', '=', clientId)
    .where('account_id', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (ended.numUpdatedRows === 0n) return undefined
  const rows = await lockOpen(tx, { clientId })
  for (const row of rows) await end(tx, withoutMessages, { actor: 'system', now }, row, 'client')
  return rows.length
}

/** Writes down what is over already: by its clock, or with its contract, holder or role. */
export async function endConnectionsThatAreOver(
  deps: Pick<AreaDeps, 'database' | 'outbox' | 'log'>,
  now: Instant,
): Promise<void> {
  const { db } = deps.database
  for (const found of await findOver(db, now)) {
    const { connection_id: connectionId } = found
    const because = becauseOf(found, now)
    await isolated(deps.log, { connectionId }, 'connection not ended', () =>
      db.transaction().execute(async (tx) => {
        const row = await lockConnection(tx, connectionId)
        if (row?.state === 'active') await end(tx, deps, { actor: 'system', now }, row, because)
      }),
    )
  }
  for (const accountId of await findWithoutPlace(db))
    await isolated(deps.log, { accountId }, 'own apps not ended', () =>
      db.transaction().execute((tx) => removeOwnClients(tx, { actor: 'system', accountId, now })),
    )
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
  if (row.grant_id !== null) await destroyOfGrant(tx, row.grant_id)
  await throwAwayOf(tx, row)
}
