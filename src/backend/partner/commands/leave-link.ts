import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Oidc } from '#backend/platform/oidc.ts'
import { requireOk } from '#backend/refusal.ts'
import { partnerLinkStates, type PartnerLinkEvent } from '#domain/partner/link-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { partnerLinkMessage } from '../messages.ts'
import { linkStateOf } from '../queries/link.ts'
import { findLeftVisits, findLink, saveLink, type LinkRow } from '../rows.ts'

/** The partner's own login says who the member is there: the partner's id never comes from the browser. */
export type LinkDeps = Pick<AreaDeps, 'database' | 'sealing' | 'outbox' | 'publicUrl'> & {
  readonly oidc: Oidc
  readonly issuer: string
}

/** One step of the link's state table, with its audit. */
export async function stepLink(
  tx: Db,
  { sealing }: Pick<LinkDeps, 'sealing'>,
  { accountId, now, actor }: AccountWho,
  step: {
    readonly row: LinkRow | undefined
    readonly event: PartnerLinkEvent
    readonly partnerId?: string
    readonly backPath?: string
  },
) {
  const { row, event, ...saved } = step
  const status = requireOk(partnerLinkStates.next(linkStateOf(row), event))
  await saveLink(tx, sealing, { accountId, status, ...saved }, now)
  await recordAudit(tx, {
    chain: accountId,
    at: now,
    actor,
    accountId,
    action: `partner-link-${event.replaceAll('_', '-')}`,
    target: 'partner-link',
  })
}

/** Ends the link; an account that is not linked stays as it is. */
export async function unlink(
  tx: Db,
  { sealing, outbox }: Pick<LinkDeps, 'sealing' | 'outbox'>,
  who: AccountWho,
): Promise<void> {
  const { accountId, now } = who
  await lockAccount(tx, accountId)
  const row = await findLink(tx, accountId)
  if (row?.status !== 'linked') return
  await stepLink(tx, { sealing }, who, { row, event: 'unlinked' })
  await outbox.post(tx, partnerLinkMessage({ accountId, occasion: 'unlinked', now }), now)
}

/** The visit came to nothing: the account may begin anew. */
export async function abandonVisit(
  deps: Pick<LinkDeps, 'database' | 'sealing'>,
  accountId: string,
  now: Instant,
): Promise<void> {
  await deps.database.db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const row = await findLink(tx, accountId)
    if (row?.status !== 'pending') return
    await stepLink(tx, deps, { actor: 'system', accountId, now }, { row, event: 'abandoned' })
  })
}

/** Ends the visits from which nobody came back in time. */
export async function abandonLeftVisits(
  deps: Pick<LinkDeps, 'database' | 'sealing'>,
  now: Instant,
): Promise<void> {
  for (const { account_id: accountId } of await findLeftVisits(deps.database.db, now))
    await abandonVisit(deps, accountId, now)
}
