import { defineAggregate, type About } from '#backend/step/take-step.ts'
import { familyRoleStates } from '#domain/family/role-states.ts'
import { familyRoleMessages, type RoleFacts, type RoleOccasion } from './messages.ts'
import type { RoleRow } from './rows.ts'

const notified = (occasion: RoleOccasion) => ({
  audit: `family-role-${occasion}`,
  details: ({ role, line_id: lineId }: RoleRow) => ({ role, line: lineId ?? undefined }),
  message: ({ row }: About<RoleRow>, facts: RoleFacts) => familyRoleMessages(occasion, row, facts),
})

/** Every step of a role: what is recorded of it, and what the holder and the person get. */
export const familyRoles = defineAggregate({
  table: 'family_role',
  key: ['contract_id', 'role_id'],
  machine: familyRoleStates,
  // The link opens nothing once it is no invitation any more.
  stamps: ({ now, to }) => ({ changed_at: now, ...(to !== 'invited' && { secret_sealed: null }) }),
  accountId: (role) => role.holder_account_id,
  steps: {
    invited: { event: null, ...notified('invited') },
    accepted: notified('accepted'),
    withdrawn: { audit: 'family-role-withdrawn' },
    expired: { audit: 'family-role-expired' },
    ended: notified('ended'),
  },
})
