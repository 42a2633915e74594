import { lockAccount } from '#backend/account-lock.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { ProviderUnavailable } from '#backend/platform/oidc.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeFirstStep, takeStep } from '#backend/step/take-step.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { partnerApi } from '#protocol/partner.ts'
import { pages } from '#vocabulary/pages.ts'
import { toWireLink } from '../queries/status.ts'
import { findLink, insertVisit, type LinkRow } from '../rows.ts'
import { links } from '../steps.ts'
import {
  abandonVisit,
  exchangeCode,
  returnAddress,
  type LinkDeps,
  type VisitorWho,
} from './finish-link.ts'

type Begun = Answer<typeof partnerApi.linkRidRegisterPost>

const refusals = {
  conflict: 'PARTNER_LINKED_ELSEWHERE',
  expired: 'PARTNER_LINK_EXPIRED',
  unavailable: 'OUTSIDE_NO_ANSWER',
} as const

/** Begins a visit to the partner; where it leads is asked after the commit (`continueLink`). @throws RefusalError PARTNER_ALREADY_LINKED */
export async function beginLink(
  tx: Db,
  deps: StepDeps,
  { accountId, now }: AccountWho,
  backPath: string,
): Promise<void> {
  await lockAccount(tx, accountId)
  const row = await findLink(tx, accountId)
  if (row?.status === 'linked') throw new RefusalError('PARTNER_ALREADY_LINKED')
  const who = { actor: 'member', accountId, now } as const
  if (row === undefined) {
    const values = { account_id: accountId, back_path: backPath }
    await takeFirstStep(tx, deps, who, links, { values, step: 'link_begun' })
    return
  }
  const step = row.status === 'pending' ? 'visit_repeated' : 'link_begun'
  await takeStep(tx, deps, who, links, { row, step, patch: { back_path: backPath } })
}

/**
 * After the commit: a code that has come back is exchanged; otherwise a visit that was begun is led to the partner.
 * @throws RefusalError PARTNER_LINKED_ELSEWHERE, PARTNER_LINK_EXPIRED, OUTSIDE_NO_ANSWER
 */
export async function continueLink(deps: LinkDeps, who: VisitorWho, now: Instant): Promise<Begun> {
  const outcome = await exchangeCode(deps, who.accountId, now)
  if (outcome !== undefined && outcome !== 'linked') throw new RefusalError(refusals[outcome])
  const row = await findLink(deps.database.db, who.accountId)
  return row?.status === 'pending'
    ? prepareVisit(deps, row, who.sessionHash, now)
    : toWireLink(deps, row)
}

/** Asks the partner's login where to go. */
async function prepareVisit(
  deps: LinkDeps,
  row: LinkRow,
  sessionHash: string,
  now: Instant,
): Promise<Begun> {
  const { account_id: accountId } = row
  const backPath = row.back_path ?? pages.point
  try {
    // Who used this browser at the partner last need not be this member, so the partner asks for a fresh login.
    const { url, ...checks } = await deps.oidc.begin(returnAddress(deps), 'freshLogin')
    const visit = { accountId, sessionHash, backPath, checks }
    await insertVisit(deps.database.db, deps.sealing, visit, now)
    return { ...toWireLink(deps, row), authorizeUrl: url }
  } catch (cause) {
    if (!(cause instanceof ProviderUnavailable)) throw cause
    await abandonVisit(deps, accountId, now)
    throw new RefusalError('OUTSIDE_NO_ANSWER', { cause })
  }
}
