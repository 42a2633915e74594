import type { StaffRole } from '#vocabulary/console.ts'

/** Which group of the directory gives which role; one group may give several, and several groups the same. */
export type GroupRoles = readonly (readonly [group: string, role: StaffRole])[]

/** The roles that the groups of a person give, each once; groups that nobody has named give none. */
export const rolesOfGroups = (groups: readonly string[], known: GroupRoles): StaffRole[] => [
  ...new Set(known.flatMap(([group, role]) => (groups.includes(group) ? [role] : []))),
]
