import { formatUntil } from '#backend/mail/japanese-date.ts'
import { ifUnexpected, type MemberMessage } from '#backend/mail/member-message.ts'
import { lotsOf, type GiftPart } from '#domain/gift/parts.ts'
import { pages } from '#vocabulary/pages.ts'
import { formatVolume } from '#vocabulary/volume.ts'
import type { GiftRow } from './rows.ts'

type Facts = {
  readonly parts: readonly Pick<GiftPart, 'bytes' | 'endsAt'>[]
  /** As the other side reads it. */
  readonly nickname: string
  /** Of a user of a line who gave it: the line in words. */
  readonly line?: string | undefined
}

export type GivenFacts = Facts & {
  /** Of a gift to a member of the family: whose contract may take it. */
  readonly toAccountId: string | undefined
}

export type TakenFacts = Facts & { readonly receiverAccountId: string }

/** To the giver's holder, and to who may take it where that is known. */
export const givenMessages = (row: GiftRow, facts: GivenFacts): readonly MemberMessage[] => [
  giftMessage('given', { accountId: row.holder_account_id, row, facts }),
  ...(facts.toAccountId === undefined
    ? []
    : [giftMessage('offered', { accountId: facts.toAccountId, row, facts })]),
]

/** To both sides. */
export const takenMessages = (row: GiftRow, facts: TakenFacts): readonly MemberMessage[] => [
  giftMessage('taken', { accountId: row.holder_account_id, row, facts }),
  giftMessage('received', { accountId: facts.receiverAccountId, row, facts }),
]

/** To the giver's holder: nobody has taken it in time. */
export const cameBackMessage = (row: GiftRow): MemberMessage =>
  giftMessage('expired', { accountId: row.holder_account_id, row, facts: undefined })

/** The giver's says nothing of who took it, the receiver's nothing of the giver but the name they chose. */
export function giftMessage(
  occasion: keyof typeof words,
  {
    accountId,
    row,
    facts,
  }: {
    readonly accountId: string
    readonly row: GiftRow
    /** None of one that came back. */
    readonly facts: Facts | undefined
  },
): MemberMessage {
  const said = { row, nickname: facts?.nickname ?? '', line: facts?.line }
  const isReceivers = occasion === 'offered' || occasion === 'received'
  return {
    accountId,
    sourceRef: `gift ${occasion} ${row.gift_id}`,
    kind: 'data',
    ...words[occasion](said),
    facts: [
      ...(isReceivers ? [{ label: '贈った方', value: said.nickname }] : []),
      { label: '量', value: volumeOf(row) },
      ...lotFacts(facts?.parts ?? []),
    ],
    link:
      occasion === 'received'
        ? { label: 'データ利用状況を開く', path: pages.usage }
        : { label: 'データギフトを開く', path: pages.gift },
  }
}

type Said = {
  readonly row: GiftRow
  readonly nickname: string
  readonly line: string | undefined
}
type Words = Pick<MemberMessage, 'subject' | 'paragraphs'>

const volumeOf = ({ bytes }: Pick<GiftRow, 'bytes'>) => formatVolume(bytes, 'quota')

const words = {
  /** The code is shown, not mailed. */
  given: ({ row, line }) => ({
    subject: 'データを贈りました',
    paragraphs: [
      line === undefined
        ? `データ残量から${volumeOf(row)}を贈りました。`
        : `${line}をお使いの方が、データ残量から${volumeOf(row)}を贈りました。`,
      ...(row.to_contract_id === null
        ? ['受け取りのコードは、マイページに表示しています。このメールにはありません。']
        : []),
      `お相手は${formatUntil(row.expires_at)}まで受け取れます。受け取られるまでは、マイページから取り消せます。`,
      ifUnexpected,
    ],
  }),
  offered: ({ row, nickname }) => ({
    subject: 'データギフトが届いています',
    paragraphs: [
      `「${nickname}」さんから、データが${volumeOf(row)}届いています。マイページで受け取ると、すぐに使えます。`,
      `${formatUntil(row.expires_at)}までに受け取ってください。それまでに、贈った方が取り消すこともあります。`,
    ],
  }),
  taken: ({ row }) => ({
    subject: '贈ったデータが受け取られました',
    paragraphs: [
      `贈った${volumeOf(row)}を、お相手が受け取りました。取り消しはできなくなりました。`,
    ],
  }),
  received: ({ row, nickname }) => ({
    subject: 'データギフトを受け取りました',
    paragraphs: [
      `「${nickname}」さんから贈られたデータ${volumeOf(row)}を受け取りました。すぐにお使いいただけます。`,
      '受け取ったデータを、ほかの方に贈ることはできません。',
    ],
  }),
  expired: ({ row }) => ({
    subject: '贈ったデータが戻りました',
    paragraphs: [
      `贈った${volumeOf(row)}は、期限までに受け取られなかったため、データ残量に戻りました。戻ったデータの期限は、贈る前と同じです。`,
    ],
  }),
} as const satisfies Record<string, (said: Said) => Words>

const lotFacts = (parts: Facts['parts']) =>
  lotsOf(parts).map(({ bytes, endsAt }) => ({
    label: '使える期限',
    value: `${formatUntil(endsAt)}まで（${formatVolume(bytes, 'quota')}）`,
  }))
