import { formatMoment } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import { contractRoleLabels, contractRoleWords } from '#vocabulary/family.ts'
import { pages } from '#vocabulary/pages.ts'
import type { RoleRow } from './rows.ts'

export type RoleOccasion = 'invited' | 'accepted' | 'ended'

export type RoleFacts = {
  /** As the holder calls the person. */
  readonly name: string
  /** Of a user: the line in words. */
  readonly line: string | undefined
}

/** To the holder, and to the person once there is one. */
export function familyRoleMessages(
  occasion: RoleOccasion,
  row: RoleRow,
  facts: RoleFacts,
): readonly MemberMessage[] {
  const { account_id: person } = row
  return [
    familyRoleMessage(occasion, { accountId: row.holder_account_id, row, facts }),
    ...(person === null || occasion === 'invited'
      ? []
      : [familyRoleMessage(`${occasion} to person`, { accountId: person, row, facts })]),
  ]
}

/** The holder's has the name the holder gave; the person's has nobody's. */
export function familyRoleMessage(
  occasion: keyof typeof words,
  { accountId, row, facts }: { accountId: string; row: RoleRow; facts: RoleFacts },
): MemberMessage {
  return {
    accountId,
    sourceRef: `family-role ${occasion} ${row.role_id}`,
    kind: 'security',
    ...words[occasion](facts, row),
    facts: factsOf(row, facts),
    link: occasion.endsWith('to person') ? personLink : holderLink,
  }
}

type Words = Pick<MemberMessage, 'subject' | 'paragraphs'>

const holderLink = { label: 'ご家族の役割を開く', path: pages.family }
const personLink = { label: 'ご家族のマイページを開く', path: pages.familyPlaces }

const words = {
  invited: ({ name }, row) => ({
    subject: 'ご家族を招く準備ができました',
    paragraphs: [
      `「${name}」さんへの招待を作りました。招待のアドレスを、ご本人に渡してください。${formatMoment(row.expires_at)}まで承諾できます。`,
      'アドレスは、承諾されるまでマイページの「ご家族の役割」に表示しています。このメールにはありません。',
      ifUnexpected,
    ],
  }),
  accepted: ({ name }) => ({
    subject: 'ご家族が招待を承諾しました',
    paragraphs: [
      `「${name}」さんが招待を承諾しました。役割は、いつでも終えられます。`,
      ifUnexpected,
    ],
  }),
  ended: ({ name }) => ({
    subject: 'ご家族の役割が終わりました',
    paragraphs: [
      `「${name}」さんの役割が終わりました。この契約のマイページは、もうご覧になれません。`,
      ifUnexpected,
    ],
  }),
  'accepted to person': () => ({
    subject: 'ご家族の契約のマイページを使えます',
    paragraphs: [
      'ご自身のログインのまま、ご家族の契約のマイページを開けます。やめたいときは、いつでもご自身でやめられます。',
      ifUnexpected,
    ],
  }),
  'ended to person': () => ({
    subject: 'ご家族の契約での役割が終わりました',
    paragraphs: [
      'ご家族の契約のマイページは、もう開けません。ご自身のログインは、そのままお使いいただけます。',
    ],
  }),
} as const satisfies Record<string, (facts: RoleFacts, row: RoleRow) => Words>

function factsOf({ role }: RoleRow, { line }: RoleFacts) {
  const known = role === 'manager' ? 'manager' : 'lineUser'
  return [
    { label: '役割', value: contractRoleLabels[known] },
    { label: 'できること', value: contractRoleWords[known] },
    ...(line === undefined ? [] : [{ label: '回線', value: line }]),
  ]
}
