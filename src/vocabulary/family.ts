/** What a member of the family may do with a contract that is another's (docs/decisions/116). */
export const familyRoles = ['manager', 'lineUser'] as const
export type FamilyRole = (typeof familyRoles)[number]

/** Everybody who may stand before a contract in my page. */
export const contractRoles = ['holder', ...familyRoles] as const
export type ContractRole = (typeof contractRoles)[number]

export const contractRoleLabels: Readonly<Record<ContractRole, string>> = {
  holder: '契約者',
  manager: 'まとめ役',
  lineUser: '回線を使う人',
}

/** What each may do, in the members' words. */
export const contractRoleWords: Readonly<Record<ContractRole, string>> = {
  holder: '料金・手続き・家族の役割のすべて',
  manager: '全回線の残り・速度・名前・紛失時の停止。料金と契約の手続きはできません',
  lineUser: '自分の回線の残り・速度・使った量。料金や、ほかの回線は見えません',
}

/** Days in which an invitation can be accepted. */
export const INVITATION_DAYS = 7
/** Managers of a contract at most, invited ones included. */
export const MOST_MANAGERS = 3
