import { sql } from 'kysely'
import type { StaffSession } from '#backend/caller.ts'
import { namesOfStaff } from '#backend/console/staff/public.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolders } from '#backend/holder.ts'
import type { Acting } from '#backend/step/record-change.ts'
import { roleFor } from '#domain/console/acts.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { StaffRole } from '#vocabulary/console.ts'
import { guarded, operationsFor } from '../procedure.ts'
import type { ApprovalRow } from '../rows.ts'

/** Who of the staff acts, with the login: which role it is by follows from the operation. */
export type StaffBy = Acting & { readonly session: StaffSession }

/** Who looks, and when. */
export type Viewer = Pick<StaffSession, 'staffId' | 'roles'> & { readonly now: Temporal.Instant }

const LISTED = 200

/**
 * What concerns somebody: own proposals, and those that a role of theirs proposes or approves. Open ones first to lapse;
 * decided ones newest first.
 */
export function listApprovals(
  db: Db,
  { staffId, roles }: StaffSession,
  { decided }: { readonly decided: boolean },
): Promise<ApprovalRow[]> {
  const operations = operationsFor(roles, 'proposes', 'approves')
  return db
    .selectFrom('approval')
    .selectAll()
    .where('state', decided ? '<>' : '=', 'proposed')
    .where((eb) =>
      eb.or([
        eb('proposed_by', '=', staffId),
        ...operations.map((operation) => eb('operation', '=', operation)),
      ]),
    )
    .orderBy(decided ? 'proposed_at' : 'until', decided ? 'desc' : 'asc')
    .limit(LISTED)
    .execute()
}

/**
 * The role by which somebody may see a proposal: of who proposed it, that one; else one that approves or proposes it.
 * Undefined: it does not concern this person.
 */
export const roleToSee = (
  row: ApprovalRow,
  { staffId, roles }: StaffSession,
): StaffRole | undefined => {
  const { act } = guarded[row.operation]
  return row.proposed_by === staffId
    ? row.proposed_role
    : (roleFor(roles, act, 'approves') ?? roleFor(roles, act, 'proposes'))
}

type Deps = { readonly sealing: Sealing }

/** Wire forms, with the names of who proposed and who decided, and of whom it is about: the mount hides all but its first letter. */
export async function toWireNamed(
  db: Db,
  { sealing }: Deps,
  rows: readonly ApprovalRow[],
  viewer: Viewer,
) {
  const names = await namesOfStaff(db, rows.flatMap(peopleOf))
  const accountOf = await accountsOf(db, rows)
  const holders = await readHolders(db, sealing, [...accountOf.values()])
  return rows.map((row) => ({
    ...toWire(row, viewer, names),
    ...memberIn(holders.get(accountOf.get(row.approval_no) ?? '')),
  }))
}

/** Whom each is about: its account, or that of its contract. */
async function accountsOf(db: Db, rows: readonly ApprovalRow[]): Promise<Map<string, string>> {
  const contractIds = rows.flatMap((row) => row.contract_id ?? [])
  const contracts = await db
    .selectFrom('contract')
    .select(['contract_id', 'account_id'])
    .where(sql<boolean>`contract_id = any(${contractIds}::text[])`)
    .execute()
  const byContract = new Map(contracts.map((row) => [row.contract_id, row.account_id]))
  return new Map(
    rows.flatMap((row) => {
      const accountId = row.account_id ?? byContract.get(row.contract_id ?? '')
      return accountId === undefined ? [] : [[row.approval_no, accountId] as const]
    }),
  )
}

/** Who has let the account go has no name any more. */
const memberIn = (holder: { readonly name: string } | undefined) =>
  holder === undefined || holder.name === '' ? {} : { member: holder.name }

export const toWireApprovals = (
  db: Db,
  deps: Deps,
  rows: readonly ApprovalRow[],
  { session, now }: StaffBy,
) => toWireNamed(db, deps, rows, { ...session, now })

export async function toWireApproval(db: Db, row: ApprovalRow, who: StaffBy) {
  const names = await namesOfStaff(db, peopleOf(row))
  return toWire(row, { ...who.session, now: who.now }, names)
}

const peopleOf = ({ proposed_by: proposer, decided_by: decider }: ApprovalRow): string[] =>
  decider === null ? [proposer] : [proposer, decider]

function toWire(
  row: ApprovalRow,
  { staffId, roles, now }: Viewer,
  names: ReadonlyMap<string, string>,
) {
  const isMine = row.proposed_by === staffId
  const colleague = (id: string) => ({ staffId: id, name: names.get(id) ?? '' })
  const isOpen = row.state === 'proposed' && Temporal.Instant.compare(now, row.until) < 0
  return {
    approvalNo: row.approval_no,
    operation: row.operation,
    state: row.state,
    ticketNo: row.ticket_no,
    reason: row.reason,
    ...(row.contract_id === null ? {} : { contractId: row.contract_id }),
    proposedBy: colleague(row.proposed_by),
    proposedRole: row.proposed_role,
    isMine,
    proposedAt: formatRfc3339(row.proposed_at),
    until: formatRfc3339(row.until),
    ...(row.decided_by === null ? {} : { decidedBy: colleague(row.decided_by) }),
    ...(row.decided_role === null ? {} : { decidedRole: row.decided_role }),
    ...(row.decided_at === null ? {} : { decidedAt: formatRfc3339(row.decided_at) }),
    ...(row.decision_reason === null ? {} : { decisionReason: row.decision_reason }),
    canApprove:
      isOpen && !isMine && roleFor(roles, guarded[row.operation].act, 'approves') !== undefined,
    canWithdraw: isOpen && isMine,
  }
}
