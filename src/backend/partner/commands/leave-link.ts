import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Oidc } from '#backend/platform/oidc.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findLeftVisits, findLink } from '../rows.ts'
import { links } from '../steps.ts'

/** The partner's own login says who the member is there: the partner's id never comes from the browser. */
export type LinkDeps = Pick<AreaDeps, 'database' | 'sealing' | 'outbox' | 'publicUrl'> & {
  readonly oidc: Oidc
  readonly issuer: string
}

/** Ends the link; an account that is not linked stays as it is. */
export async function unlink(
  tx: Db,
  deps: StepDeps,
  { accountId, now }: AccountWho,
): Promise<void> {
  await lockAccount(tx, accountId)
  const row = await findLink(tx, accountId)
  if (row?.status !== 'linked') return
  await takeStep(tx, deps, { actor: 'member', accountId, now }, links, { row, step: 'unlinked' })
}

/** The visit came to nothing: the account may begin anew. */
export async function abandonVisit(
  deps: Pick<LinkDeps, 'database' | 'outbox'>,
  accountId: string,
  now: Instant,
): Promise<void> {
  await deps.database.db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const row = await findLink(tx, accountId)
    if (row?.status !== 'pending') return
    await takeStep(tx, deps, { actor: 'system', accountId, now }, links, { row, step: 'abandoned' })
  })
}

/** Ends the visits from which nobody came back in time. */
export async function abandonLeftVisits(
  deps: Pick<LinkDeps, 'database' | 'outbox'>,
  now: Instant,
): Promise<void> {
  for (const { account_id: accountId } of await findLeftVisits(deps.database.db, now))
    await abandonVisit(deps, accountId, now)
}
