import type { ConsoleAct, StaffRole } from '#vocabulary/console.ts'
import { roleFor } from './acts.ts'

/** How somebody with these roles can do the act: alone, or by proposing it to another; undefined where not at all. */
export function wayFor(
  roles: readonly StaffRole[],
  act: ConsoleAct,
): 'does' | 'proposes' | undefined {
  if (roleFor(roles, act, 'does') !== undefined) return 'does'
  return roleFor(roles, act, 'proposes') === undefined ? undefined : 'proposes'
}

/** A queue is seen by those who can do something in it: one of the acts of its items, or approve one. */
export const seesQueue = (roles: readonly StaffRole[], acts: readonly ConsoleAct[]): boolean =>
  acts.some(
    (act) => wayFor(roles, act) !== undefined || roleFor(roles, act, 'approves') !== undefined,
  )
