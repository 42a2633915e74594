import { z } from 'zod'
import { lockAccount } from '#backend/account-lock.ts'
import type { AreaDeps } from '#backend/area.ts'
import type { SignedIn } from '#backend/caller.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { CallbackRefused, ProviderUnavailable, type Oidc } from '#backend/platform/oidc.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import type { Instant } from '#domain/tokyo.ts'
import { pages } from '#vocabulary/pages.ts'
import {
  findLeftVisits,
  findLink,
  isPartnerIdFree,
  linkedTo,
  takeStoredCode,
  takeVisit,
} from '../rows.ts'
import { links } from '../steps.ts'

/** Where the partner sends the browser back to. */
export const PARTNER_RETURN_PATH = '/point/return'
export const returnAddress = ({ publicUrl }: Pick<LinkDeps, 'publicUrl'>) =>
  publicUrl + PARTNER_RETURN_PATH

export type VisitorWho = Pick<SignedIn, 'accountId' | 'sessionHash'>
/** What the browser brings back from the partner; no code where the member cancelled there. */
export type ReturnedVisit = { readonly state: string; readonly code?: string | undefined }
type Outcome = 'linked' | 'conflict' | 'expired' | 'unavailable'

const checksSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })

/** Takes a code that has come back and stores it until it is exchanged. @returns where the member came from */
export async function takeCode(
  tx: Db,
  { sealing }: Pick<LinkDeps, 'sealing'>,
  { accountId, sessionHash }: VisitorWho,
  { state, code }: ReturnedVisit,
  now: Instant,
): Promise<string> {
  const visit = await takeVisit(tx, sealing, { accountId, sessionHash, state, code }, now)
  if (visit === undefined) throw new RefusalError('PARTNER_LINK_EXPIRED')
  return visit.back_path
}

/** Exchanges the code that was taken; undefined where none was. */
export async function exchangeCode(
  deps: LinkDeps,
  accountId: string,
  now: Instant,
): Promise<Outcome | undefined> {
  const { db } = deps.database
  const taken = await takeStoredCode(db, deps.sealing, accountId)
  if (taken === undefined) return undefined
  const checks = checksSchema.parse(JSON.parse(taken.checks))
  const callback = new URL(returnAddress(deps))
  callback.search = new URLSearchParams({
    code: taken.code,
    state: checks.state,
    iss: deps.issuer,
  }).toString()
  try {
    const { subject } = await deps.oidc.finish(callback, checks)
    return await db
      .transaction()
      .execute((tx) => concludeLink(tx, deps, { accountId, partnerId: subject, now }))
  } catch (cause) {
    const isDown = cause instanceof ProviderUnavailable
    if (!isDown && !(cause instanceof CallbackRefused)) throw cause
    await abandonVisit(deps, accountId, now)
    return isDown ? 'unavailable' : 'expired'
  }
}

async function concludeLink(
  tx: Db,
  deps: Pick<LinkDeps, 'sealing' | 'outbox'>,
  { accountId, partnerId, now }: { accountId: string; partnerId: string; now: Instant },
): Promise<Outcome> {
  await lockAccount(tx, accountId)
  const row = await findLink(tx, accountId)
  if (row?.status !== 'pending') return 'expired'
  const who = { actor: 'system', accountId, now } as const
  if (!(await isPartnerIdFree(tx, deps.sealing, accountId, partnerId))) {
    await takeStep(tx, deps, who, links, { row, step: 'id_already_used' })
    return 'conflict'
  }
  const patch = linkedTo(deps.sealing, { accountId, partnerId, now })
  await takeStep(tx, deps, who, links, { row, step: 'linked', patch })
  return 'linked'
}

/** The browser has come back from the partner. @returns where the member came from, and how the link ended */
export async function takePartnerReturn(
  deps: LinkDeps,
  who: VisitorWho,
  returned: ReturnedVisit,
  now: Instant,
): Promise<{ path: string; outcome: Outcome | 'cancelled' }> {
  try {
    const path = await takeCode(deps.database.db, deps, who, returned, now)
    const outcome = await exchangeCode(deps, who.accountId, now)
    if (outcome === undefined) await abandonVisit(deps, who.accountId, now)
    return { path, outcome: outcome ?? 'cancelled' }
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    return { path: pages.point, outcome: 'expired' }
  }
}

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
