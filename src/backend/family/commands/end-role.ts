import type { AreaDeps } from '#backend/area.ts'
import { findLine, lockContract } from '#backend/contract/contracts.ts'
import { lineWords } from '#backend/contract/line-words.ts'
import type { AccountWho, Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordNote, type Acting } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findRole, nameOfRole, rolesThatAreOver, type RoleRow } from '../rows.ts'
import { familyRoles } from '../steps.ts'

export type RoleDeps = Pick<AreaDeps, 'outbox' | 'sealing'>

/**
 * The holder ends a role, or takes an invitation back.
 * @throws RefusalError NOT_FOUND for a role of another contract, FAMILY_ROLE_OVER
 */
export async function endRole(tx: Db, deps: RoleDeps, who: Who, roleId: string): Promise<RoleRow> {
  await lockContract(tx, who.contractId)
  const row = await findRole(tx, roleId)
  if (row?.contract_id !== who.contractId) throw new RefusalError('NOT_FOUND')
  return end(tx, deps, who, row)
}

/** The person gives a role back. @throws RefusalError FAMILY_ROLE_OVER also for another's */
export async function leaveRole(
  tx: Db,
  deps: RoleDeps,
  who: AccountWho,
  roleId: string,
): Promise<void> {
  const found = await findRole(tx, roleId)
  if (found === undefined || found.account_id !== who.accountId)
    throw new RefusalError('FAMILY_ROLE_OVER')
  await lockContract(tx, found.contract_id)
  const row = (await findRole(tx, roleId)) ?? found
  await end(tx, deps, { ...who, contractId: row.contract_id }, row)
}

/** Writes down what is over already: invitations by their clock, roles with their line, contract, holder or account. */
export async function endRolesThatAreOver(
  deps: RoleDeps & Pick<AreaDeps, 'database' | 'log'>,
  now: Instant,
): Promise<void> {
  const { db } = deps.database
  for (const { contract_id, role_id } of await rolesThatAreOver(db, now))
    await isolated(deps.log, { roleId: role_id }, 'family role not ended', () =>
      db.transaction().execute(async (tx) => {
        await lockContract(tx, contract_id)
        const [row] = await rolesThatAreOver(tx, now, { roleId: role_id })
        if (row !== undefined)
          await end(tx, deps, { actor: 'system', contractId: contract_id, now }, row)
      }),
    )
}

async function end(tx: Db, deps: RoleDeps, who: Acting, row: RoleRow): Promise<RoleRow> {
  const patch = { ended_at: who.now }
  const isRunOut = Temporal.Instant.compare(row.expires_at, who.now) <= 0
  switch (row.state) {
    case 'invited': {
      const step = who.actor === 'system' && isRunOut ? 'expired' : 'withdrawn'
      return takeStep(tx, deps, who, familyRoles, { row, step, patch })
    }
    case 'active': {
      const facts = await factsOfRole(tx, deps, row)
      const ended = await takeStep(tx, deps, who, familyRoles, { row, step: 'ended', patch, facts })
      await noteForPerson(tx, who, ended, 'family-role-ended')
      return ended
    }
    default:
      throw new RefusalError('FAMILY_ROLE_OVER')
  }
}

/** What a message says of a role. */
export async function factsOfRole(tx: Db, { sealing }: Pick<AreaDeps, 'sealing'>, row: RoleRow) {
  const { contract_id, line_id } = row
  return {
    name: nameOfRole(sealing, row),
    line:
      line_id === null ? undefined : lineWords(await findLine(tx, contract_id, line_id), sealing),
  }
}

/** In the person's own record too: the contract's is the holder's. */
export async function noteForPerson(tx: Db, who: Acting, row: RoleRow, action: string) {
  if (row.account_id === null) return
  const { now, actor, traceKey } = who
  const by = { now, actor, accountId: row.account_id, ...(traceKey && { traceKey }) }
  await recordNote(tx, by, { action, target: row.role_id, details: { role: row.role } })
}
