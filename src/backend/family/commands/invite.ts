import type { AreaDeps } from '#backend/area.ts'
import { isServed, requireServed } from '#backend/contract/contracts.ts'
import { lineWords } from '#backend/contract/line-words.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newId, newSecret } from '#backend/db/ids.ts'
import { RefusalError } from '#backend/refusal.ts'
import { takeFirstStep } from '#backend/step/take-step.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { familyApi } from '#protocol/family.ts'
import { INVITATION_DAYS, MOST_MANAGERS, type FamilyRole } from '#vocabulary/family.ts'
import { nameAad, rolesOf, secretAad, type RoleRow } from '../rows.ts'
import { familyRoles } from '../steps.ts'

export type InviteDeps = Pick<AreaDeps, 'outbox' | 'sealing'>

type Invitation = Input<typeof familyApi.familyInvitationPost>['body']

/**
 * Invites a member of the family.
 * @throws RefusalError NOT_FOUND for a line that is another's, VALIDATION_FAILED for a user without a line, LINE_NOT_ACTIVE, CONTRACT_ENDED, CONTRACT_NOT_ACTIVE,
 * FAMILY_LINE_TAKEN, FAMILY_MANAGERS_FULL
 */
export async function invite(
  tx: Db,
  deps: InviteDeps,
  who: Who,
  invitation: Invitation,
): Promise<RoleRow> {
  const { contractId, accountId, now } = who
  const { role, name } = invitation
  const known = await loadContract(tx, contractId, { lock: true })
  requireServed(known.contract)
  const asked = invitation.lineId === undefined ? undefined : lineOf(known, invitation.lineId)
  const line = role === 'lineUser' ? (asked ?? missingLine()) : undefined
  if (line !== undefined && !isServed(line)) throw new RefusalError('LINE_NOT_ACTIVE')
  requireRoom(await rolesOf(tx, contractId), role, line?.line_id)
  const roleId = newId('role')
  const secret = newSecret()
  const values = {
    contract_id: contractId,
    role_id: roleId,
    role,
    line_id: line?.line_id ?? null,
    name_sealed: deps.sealing.seal(nameAad(roleId), name),
    holder_account_id: accountId,
    account_id: null,
    secret_hash: hashSecret(secret),
    secret_sealed: deps.sealing.seal(secretAad(roleId), secret),
    invited_at: now,
    expires_at: now.add({ hours: 24 * INVITATION_DAYS }),
    accepted_at: null,
    ended_at: null,
  }
  const facts = { name, line: line && lineWords(line, deps.sealing) }
  return takeFirstStep(tx, deps, who, familyRoles, { values, step: 'invited', facts })
}

function missingLine(): never {
  const fields = { lineId: ['使う回線を選んでください。'] }
  throw new RefusalError({ code: 'VALIDATION_FAILED', fields })
}

/** An invitation that has run out takes no room, also before its row says so. */
function requireRoom(roles: readonly RoleRow[], role: FamilyRole, lineId: string | undefined) {
  const open = roles.filter(({ state }) => state === 'invited' || state === 'active')
  if (role === 'manager') {
    const managers = open.filter((one) => one.role === 'manager')
    if (managers.length >= MOST_MANAGERS) throw new RefusalError('FAMILY_MANAGERS_FULL')
  } else if (open.some(({ line_id }) => line_id === lineId))
    throw new RefusalError('FAMILY_LINE_TAKEN')
}
