import type { AreaDeps } from '#backend/area.ts'
import type { FamilyPlace, SignedIn } from '#backend/caller.ts'
import { findContract, findLines, isServed, type LineRow } from '#backend/contract/contracts.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import type { Db } from '#backend/db/connect.ts'
import { readProfile } from '#backend/holder.ts'
import { RefusalError } from '#backend/refusal.ts'
import { familyRoleStates } from '#domain/family/role-states.ts'
import { formatRfc3339, isBefore, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { familyApi } from '#protocol/family.ts'
import type { FamilyRole } from '#vocabulary/family.ts'
import { familyJoinPage } from '#vocabulary/pages.ts'
import {
  findInvitation,
  linesOfRole,
  nameOfRole,
  rolesOf,
  rolesThatAreOver,
  secretAad,
  type RoleRow,
  rolesOfAccount,
} from '../rows.ts'

type Deps = Pick<AreaDeps, 'sealing' | 'publicUrl'>
type Reader = {
  readonly contractId: string
  /** Where the reader stands, who is not the holder. */
  readonly place: FamilyPlace | undefined
  readonly now: Instant
}
type WireRole = Answer<typeof familyApi.familyRoleDelete>

/** The roles of a contract that are open, and the last that were not; with the lines that could get a user. */
export async function readRoles(
  db: Db,
  deps: Deps,
  { contractId, place, now }: Reader,
): Promise<Answer<typeof familyApi.familyGet>> {
  const [rows, lines] = [await rolesOf(db, contractId), await findLines(db, contractId)]
  const over = (await rolesThatAreOver(db, now, { contractId })).map(({ role_id: id }) => id)
  return {
    roles: rows.map((row) => {
      const { url, ...role } = toWireRole(deps, asIs(row, over), lines, now)
      // Who looks after the lines invites nobody.
      return place === undefined ? { ...role, url } : role
    }),
    lines: lines.filter(isServed).map((line) => toLineName(line, deps.sealing)),
    asOf: formatRfc3339(now),
  }
}

/** What holds no longer reads as over at once; its row follows within the hour. */
const asIs = (row: RoleRow, over: readonly string[]): RoleRow =>
  over.includes(row.role_id)
    ? { ...row, state: row.state === 'active' ? 'ended' : 'withdrawn' }
    : row

export function toWireRole(
  { sealing, publicUrl }: Deps,
  row: RoleRow,
  lines: readonly LineRow[],
  now: Instant,
): WireRole {
  const line = lines.find(({ line_id }) => line_id === row.line_id)
  const isOpen = row.state === 'invited' && isBefore(now, row.expires_at)
  const stored = familyRoleStates.isState(row.state) ? row.state : familyRoleStates.initial
  const state = stored === 'invited' && !isOpen ? 'expired' : stored
  return {
    roleId: row.role_id,
    role: roleOf(row),
    line: line && toLineName(line, sealing),
    name: nameOfRole(sealing, row),
    state,
    stateLabel: familyRoleStates.words(state).label,
    invitedAt: formatRfc3339(row.invited_at),
    url:
      isOpen && row.secret_sealed !== null
        ? `${publicUrl}${familyJoinPage(sealing.open(secretAad(row.role_id), row.secret_sealed))}`
        : undefined,
    expiresAt: isOpen ? formatRfc3339(row.expires_at) : undefined,
    acceptedAt: row.accepted_at === null ? undefined : formatRfc3339(row.accepted_at),
    endedAt: row.ended_at === null ? undefined : formatRfc3339(row.ended_at),
  }
}

/** @throws RefusalError FAMILY_INVITATION_OVER */
export async function readInvitation(
  db: Db,
  deps: Pick<Deps, 'sealing'>,
  { secret, now }: { readonly secret: string; readonly now: Instant },
): Promise<Answer<typeof familyApi.familyInvitationGet>> {
  const row = await findInvitation(db, secret, now)
  if (row === undefined) throw new RefusalError('FAMILY_INVITATION_OVER')
  const { role, holderName, line } = await placeOf(db, deps, row)
  return { role, holderName, line, expiresAt: formatRfc3339(row.expires_at) }
}

/** A role as the person reads it: whose contract, and which line. */
export async function placeOf(db: Db, { sealing }: Pick<Deps, 'sealing'>, row: RoleRow) {
  const { account_id: holder } = await findContract(db, row.contract_id)
  const [{ lastName }, lines] = [await readProfile(db, sealing, holder), await linesOfRole(db, row)]
  const line = row.line_id === null ? undefined : lines[0]
  return {
    roleId: row.role_id,
    role: roleOf(row),
    // The family name alone: whoever has the link need not know more.
    holderName: lastName,
    line: line && toLineName(line, sealing),
    since: formatRfc3339(row.accepted_at ?? row.invited_at),
  }
}

export const roleOf = ({ role }: Pick<RoleRow, 'role'>): FamilyRole =>
  role === 'manager' ? 'manager' : 'lineUser'

/** Where the account may stand, and where this login does. */
export async function readPlaces(
  db: Db,
  deps: Pick<AreaDeps, 'sealing'>,
  { accountId, contractId, place }: SignedIn,
  /** Where the login stands from now on, where this call has just changed it. */
  now: { readonly roleId: string | undefined } = { roleId: place?.roleId },
): Promise<Answer<typeof familyApi.familyPlacesGet>> {
  const rows = await rolesOfAccount(db, accountId)
  const places = await Promise.all(rows.map((row) => placeOf(db, deps, row)))
  const isHere = places.some(({ roleId }) => roleId === now.roleId)
  return { hasOwn: contractId !== null, ...(isHere && { roleId: now.roleId }), places }
}
