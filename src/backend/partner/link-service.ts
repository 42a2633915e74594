import { lockAccount } from '#backend/account-lock.ts'
import { z } from 'zod'
import { recordAudit } from '#backend/audit.ts'
import { accountOf, requireProof, type Caller, type SignedIn } from '#backend/caller.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { CallbackRefused, ProviderUnavailable, type Oidc } from '#backend/platform/oidc.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { partnerLinkStates, type PartnerLinkEvent } from '#domain/partner/link-states.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { partnerApi } from '#protocol/partner.ts'
import { pages } from '#vocabulary/pages.ts'
import {
  findLeftVisits,
  findLink,
  insertAttempt,
  isPartnerIdFree,
  openPartnerId,
  saveLink,
  takeAttempt,
  takeCode,
  type LinkRow,
} from './links.ts'
import { partnerLinkMessage } from './messages.ts'

/** Where the partner sends the browser back to. */
export const PARTNER_RETURN_PATH = '/point/return'

type Link = Answer<typeof partnerApi.linkRidMemberInfoGet>
type Begun = Answer<typeof partnerApi.linkRidRegisterPost>
type Outcome = 'linked' | 'conflict' | 'expired' | 'unavailable'
type PartnerOutcome = Outcome | 'cancelled'

const refusals = {
  conflict: 'PARTNER_LINKED_ELSEWHERE',
  expired: 'PARTNER_LINK_EXPIRED',
  unavailable: 'OUTSIDE_NO_ANSWER',
} as const

const checksSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })

/** The link to the points partner: its own login says who the member is there; the id never comes from the browser. */
export function createLinkService(deps: {
  database: DatabaseHandle
  sealing: Sealing
  outbox: Outbox
  oidc: Oidc
  issuer: string
  publicUrl: string
}) {
  const { database, sealing, outbox, oidc } = deps
  const redirectUri = deps.publicUrl + PARTNER_RETURN_PATH

  async function status(db: Db, accountId: string): Promise<Link> {
    return toWire(await findLink(db, accountId))
  }

  function toWire(row: LinkRow | undefined): Link {
    const known = row?.status ?? 'unlinked'
    const state = partnerLinkStates.isState(known) ? known : 'unlinked'
    const id = row && openPartnerId(sealing, row)
    return {
      status: state,
      message: partnerLinkStates.words(state).sentence,
      ...(id === undefined ? {} : { maskedPartnerId: maskId(id) }),
      ...(row?.linked_at == null ? {} : { linkedAt: formatRfc3339(row.linked_at) }),
    }
  }

  /** @throws RefusalError PARTNER_ALREADY_LINKED, SECOND_FACTOR_REQUIRED; the visit itself is prepared after the commit. */
  async function begin(caller: Caller, backPath: string): Promise<Link> {
    requireProof('secondFactor', caller)
    const { accountId } = accountOf(caller)
    const { db: tx, now } = caller
    await lockAccount(tx, accountId)
    const row = await findLink(tx, accountId)
    if (row?.status === 'linked') throw new RefusalError('PARTNER_ALREADY_LINKED')
    if (row?.status === 'pending')
      await saveLink(tx, sealing, { accountId, status: 'pending', backPath }, now)
    else await step(tx, row, accountId, 'link_begun', now, { backPath })
    return status(tx, accountId)
  }

  /** Asks the partner's login where to go. */
  async function prepareVisit(row: LinkRow, sessionHash: string, now: Instant): Promise<Begun> {
    const { account_id: accountId } = row
    const backPath = row.back_path ?? pages.point
    try {
      // Who used this browser at the partner last need not be this member: they say there anew who they are.
      const { url, ...checks } = await oidc.begin(redirectUri, 'freshLogin')
      await insertAttempt(database.db, sealing, { accountId, sessionHash, backPath, checks }, now)
      return { ...toWire(row), authorizeUrl: url }
    } catch (cause) {
      if (!(cause instanceof ProviderUnavailable)) throw cause
      await abandon(accountId, now)
      throw new RefusalError('OUTSIDE_NO_ANSWER', { cause })
    }
  }

  /** After the commit: a code that has come back is exchanged; else a visit that was begun is led to the partner. */
  async function goOn({ accountId, sessionHash }: SignedIn, now: Instant): Promise<Begun> {
    const outcome = await exchange(accountId, now)
    if (outcome !== undefined && outcome !== 'linked') throw new RefusalError(refusals[outcome])
    const row = await findLink(database.db, accountId)
    return row?.status === 'pending' ? prepareVisit(row, sessionHash, now) : toWire(row)
  }

  type Given = { readonly state: string; readonly code: string | undefined }

  /** @throws RefusalError PARTNER_LINK_EXPIRED for a state that is unknown, old, used, or another session's. */
  async function take(db: Db, who: SignedIn, given: Given, now: Instant): Promise<string> {
    const { accountId, sessionHash } = who
    const attempt = await takeAttempt(db, sealing, { accountId, sessionHash, ...given }, now)
    if (attempt === undefined) throw new RefusalError('PARTNER_LINK_EXPIRED')
    return attempt.back_path
  }

  /** Exchanges the code that was taken. */
  async function exchange(accountId: string, now: Instant): Promise<Outcome | undefined> {
    const taken = await takeCode(database.db, sealing, accountId)
    if (taken === undefined) return undefined
    const checks = checksSchema.parse(JSON.parse(taken.checks))
    const callback = new URL(redirectUri)
    const answered = { code: taken.code, state: checks.state, iss: deps.issuer }
    callback.search = new URLSearchParams(answered).toString()
    try {
      const { claims } = await oidc.finish(callback, checks)
      return await database.db
        .transaction()
        .execute((tx) => conclude(tx, accountId, claims.sub, now))
    } catch (cause) {
      const isDown = cause instanceof ProviderUnavailable
      if (!isDown && !(cause instanceof CallbackRefused)) throw cause
      await abandon(accountId, now)
      return isDown ? 'unavailable' : 'expired'
    }
  }

  async function conclude(
    tx: Db,
    accountId: string,
    partnerId: string,
    now: Instant,
  ): Promise<Outcome> {
    await lockAccount(tx, accountId)
    const row = await findLink(tx, accountId)
    if (row?.status !== 'pending') return 'expired'
    if (!(await isPartnerIdFree(tx, sealing, accountId, partnerId))) {
      await step(tx, row, accountId, 'id_already_used', now)
      return 'conflict'
    }
    await step(tx, row, accountId, 'linked', now, { partnerId })
    await outbox.post(tx, partnerLinkMessage({ accountId, occasion: 'linked', now }), now)
    return 'linked'
  }

  async function abandon(accountId: string, now: Instant) {
    await database.db.transaction().execute(async (tx) => {
      await lockAccount(tx, accountId)
      const row = await findLink(tx, accountId)
      if (row?.status === 'pending') await step(tx, row, accountId, 'abandoned', now)
    })
  }

  /** Taking back what is not linked changes nothing. */
  async function unlink(caller: Caller): Promise<Link> {
    const { accountId } = accountOf(caller)
    const { db: tx, now } = caller
    await lockAccount(tx, accountId)
    const row = await findLink(tx, accountId)
    if (row?.status === 'linked') {
      await step(tx, row, accountId, 'unlinked', now)
      await outbox.post(tx, partnerLinkMessage({ accountId, occasion: 'unlinked', now }), now)
    }
    return status(tx, accountId)
  }

  async function step(
    tx: Db,
    row: LinkRow | undefined,
    accountId: string,
    event: PartnerLinkEvent,
    now: Instant,
    kept: { partnerId?: string; backPath?: string } = {},
  ) {
    const known = row?.status ?? 'unlinked'
    const from = partnerLinkStates.isState(known) ? known : 'unlinked'
    const to = requireOk(partnerLinkStates.next(from, event))
    await saveLink(tx, sealing, { accountId, status: to, ...kept }, now)
    await recordAudit(tx, {
      chain: accountId,
      at: now,
      actor: event === 'link_begun' || event === 'unlinked' ? 'member' : 'system',
      accountId,
      action: `partner-link-${event.replaceAll('_', '-')}`,
      target: 'partner-link',
    })
  }

  /** The browser is back from the partner. */
  async function takeReturn(
    who: SignedIn,
    given: Given,
    now: Instant,
  ): Promise<{ path: string; outcome: PartnerOutcome }> {
    try {
      const path = await take(database.db, who, given, now)
      const outcome = await exchange(who.accountId, now)
      if (outcome === undefined) await abandon(who.accountId, now)
      return { path, outcome: outcome ?? 'cancelled' }
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      return { path: pages.point, outcome: 'expired' }
    }
  }

  async function letGo(now: Instant) {
    for (const { account_id: accountId } of await findLeftVisits(database.db, now))
      await abandon(accountId, now)
  }

  return { status, begin, goOn, take, unlink, takeReturn, letGo }
}

/** `mi****ki`: enough to tell one of several ids of one's own. */
function maskId(id: string): string {
  return id.length <= 4 ? '****' : `${id.slice(0, 2)}****${id.slice(-2)}`
}
