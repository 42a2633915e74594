/** Somebody in the staff's directory. */
export type DirectoryPerson = {
  readonly loginId: string
  readonly name: string
  readonly mail: string
  readonly groups: readonly string[]
  /** Who has left stays in the directory, and is not let in. */
  readonly hasLeft?: boolean
  /** What the start of the demo prints of them. */
  readonly what: string
}

const person = (loginId: string, name: string, groups: readonly string[], what: string) => ({
  loginId,
  name,
  mail: `${loginId}@staff.example.jp`,
  groups,
  what,
})

/** The house of the demo: one person for each role, one who has left, and one whose groups give none. */
export const directoryPeople: readonly DirectoryPerson[] = [
  person('yamamoto', '山本 彩', ['portal-desk'], '受付'),
  person('fukuda', '福田 健', ['portal-procedures'], '手続き'),
  person('ikeda', '池田 恵', ['portal-billing'], '請求'),
  person('kato', '加藤 翔', ['portal-fraud'], '不正対策'),
  person('yoshida', '吉田 舞', ['portal-planning'], '広報・企画'),
  person('sasaki', '佐々木 誠', ['portal-leads'], '責任者'),
  person('matsumoto', '松本 静', ['portal-privacy'], '個人情報・監査'),
  person('hayashi', '林 亮', ['portal-operations'], '運用'),
  { ...person('kimura', '木村 悟', ['portal-desk'], '退職した人'), hasLeft: true },
  person('saito', '斎藤 葵', ['accounting'], '役割のない人'),
]

/** Which of the directory's groups give which role: the demo's `CONSOLE_GROUPS`. */
export const directoryGroups = [
  ['portal-desk', 'desk'],
  ['portal-procedures', 'procedures'],
  ['portal-billing', 'billing'],
  ['portal-fraud', 'fraud'],
  ['portal-planning', 'planning'],
  ['portal-leads', 'lead'],
  ['portal-privacy', 'privacy'],
  ['portal-operations', 'operations'],
] as const

/** By which the directory names somebody to the console. */
export const directorySubject = (loginId: string) => `staff-${loginId}`
