import type { AreaDeps } from '#backend/area.ts'
import type { SignedInStaff } from '#backend/caller.ts'
import { bareName } from '#backend/contract/person-indexes.ts'
import { namesOfStaff } from '#backend/console/staff/public.ts'
import { findContractId } from '#backend/contract/of-account.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { findRow, getRow } from '#backend/db/rows.ts'
import { readProfile } from '#backend/holder.ts'
import { notFound, RefusalError } from '#backend/refusal.ts'
import type { Acting } from '#backend/step/record-change.ts'
import { takeFirstStep } from '#backend/step/take-step.ts'
import { grantEnd } from '#domain/console/grant-time.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { CaseReason, WorkQueue } from '#vocabulary/console.ts'
import { caseOf } from '../queries/case.ts'
import { isOwnNumber } from '../queries/own-numbers.ts'
import { isOpen, prolong, type GrantRow } from '../rows/grants.ts'
import { grants } from '../steps.ts'
import { noteOwnNumber, noteSearch } from './note-access.ts'
import { readSearch } from '#domain/console/search.ts'
import { findMembers } from '../queries/find-members.ts'

type Deps = Pick<AreaDeps, 'sealing' | 'outbox' | 'database'>

export type Opening = {
  readonly staff: SignedInStaff
  readonly ticketNo: string
  readonly accountId: string
  readonly reason: CaseReason | undefined
  readonly about: WorkQueue | undefined
  readonly now: Instant
  readonly traceKey?: string | undefined
}

/**
 * Opens a member's record out of a case. What is open already for the same case goes on.
 * @throws RefusalError NOT_FOUND for no account, as `caseOf`, OWN_NUMBER where the member has a number that the person declared
 */
export async function openRecord(tx: Db, deps: Deps, opening: Opening): Promise<GrantRow> {
  const { staff, ticketNo, accountId, now, traceKey } = opening
  await getRow(tx, 'account', { account_id: accountId }, notFound)
  const { reason, about } = await caseOf(tx, opening)
  const contractId = await findContractId(tx, accountId)
  const { lastName } = await readProfile(tx, deps.sealing, accountId)
  if (await isOwnNumber(tx, deps.sealing, staff.staffId, accountId)) {
    await noteOwnNumber(deps, { staff, now, traceKey, accountId, contractId, ticketNo })
    throw new RefusalError('OWN_NUMBER')
  }
  const before = await findRow(tx, 'access_grant', {
    account_id: accountId,
    staff_id: staff.staffId,
    ticket_no: ticketNo,
    reason,
    about: about ?? null,
    state: 'open',
  })
  if (before !== undefined && isOpen(before, now)) return prolong(tx, before, now)
  return takeFirstStep(tx, deps, actingOn(opening), grants, {
    values: {
      account_id: accountId,
      grant_id: newId('grt'),
      contract_id: contractId ?? null,
      staff_id: staff.staffId,
      role: staff.role,
      ticket_no: ticketNo,
      reason,
      about: about ?? null,
      opened_at: now,
      acted_at: now,
      ends_at: grantEnd(now, now),
      ended_at: null,
      same_name: await hasFamilyName(tx, staff.staffId, lastName),
    },
    step: 'opened',
  })
}

const actingOn = ({ staff, ticketNo, accountId, now, traceKey }: Opening): Acting => ({
  actor: 'staff',
  accountId,
  staffId: staff.staffId,
  role: staff.role,
  caseNo: ticketNo,
  now,
  ...(traceKey !== undefined && { traceKey }),
})

/** Whether the person of the staff has the member's family name: listed to who looks after personal data. */
async function hasFamilyName(tx: Db, staffId: string, lastName: string): Promise<boolean> {
  const name = (await namesOfStaff(tx, [staffId])).get(staffId)
  return lastName !== '' && name !== undefined && bareName(name).startsWith(bareName(lastName))
}

/**
 * Searches a member by what identifies exactly one; it needs no case, and is noted in the chain of who searches.
 * @throws RefusalError SEARCH_UNREADABLE
 */
export async function findMember(
  tx: Db,
  { sealing }: Pick<AreaDeps, 'sealing'>,
  who: { readonly staff: SignedInStaff; readonly now: Instant; readonly traceKey?: string },
  typed: string,
) {
  const search = readSearch(typed)
  if (search === undefined)
    throw new RefusalError({
      code: 'SEARCH_UNREADABLE',
      fields: { q: ['さがすものを読み取れません。'] },
    })
  const { hits, more } = await findMembers(tx, sealing, search)
  await noteSearch(tx, { ...who, by: search.by, hits: hits.length })
  return { by: search.by, hits, more }
}
