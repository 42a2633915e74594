import { giftCodeDigits, giftNicknameLength } from '#vocabulary/gift.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { giftStateWords } from '#vocabulary/states/gift.ts'
import { familyRoles } from '#vocabulary/family.ts'
import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { personal } from './personal.ts'
import { bytes, instant, lineId, opaqueId, queryNumber, text, typedDigits } from './primitives.ts'
import { why } from './procedure.ts'

const giftId = opaqueId
const roleId = opaqueId

const nickname = personal('name', z.string())

/** Data of a gift by its end: a part keeps the end of what it is taken from. */
const lots = z.array(z.object({ bytes, endsAt: instant }))

const volumeWords = '贈る量を選んでください。'

/** Whole megabytes; whether they are whole steps, and what may be given, is asked by the rules of the day. */
const wantedMegabytes = queryNumber(1, 100_000, volumeWords)

/** A name that the giver chooses: the other side sees nothing else of them. A telephone number is none. */
const shownName = personal(
  'name',
  text(giftNicknameLength, 'お相手に見せる名前を入力してください。').refine(
    (name) => name.normalize('NFKC').replaceAll(/\D/gu, '').length < 6,
    '電話番号などの番号は、名前に使えません。',
  ),
)

const giftCode = typedDigits().pipe(
  z
    .string()
    .regex(
      new RegExp(`^\\d{${giftCodeDigits}}$`, 'u'),
      `ギフトのコードを、${giftCodeDigits}桁の数字で入力してください。`,
    ),
)

const givenGift = z
  .object({
    giftId,
    state: z.enum(namesOf(giftStateWords)),
    stateLabel: z.string(),
    sentence: z.string(),
    bytes,
    lots,
    /** As the other side reads it. */
    nickname,
    /** While it can be taken by it. */
    code: z.string().optional(),
    /** Of a gift to a member of the family: as the holder calls them. */
    toName: personal('name', z.string()).optional(),
    /** Given by the user of a line. */
    byUser: z.boolean(),
    givenAt: instant,
    /** The first moment at which it cannot be taken any more. */
    expiresAt: instant,
    takenAt: instant.optional(),
    endedAt: instant.optional(),
    canUndo: z.boolean(),
  })
  .meta({ id: 'GivenGift' })

const receivedGift = z
  .object({
    giftId,
    nickname,
    bytes,
    lots,
    /** Of one that waits to be taken. */
    expiresAt: instant.optional(),
    takenAt: instant.optional(),
  })
  .meta({ id: 'ReceivedGift' })

const gifts = z
  .object({
    give: z.object({
      why,
      /** What can be given now, in whole steps; 0 where nothing can. */
      mostBytes: bytes,
      stepBytes: bytes,
      /** What the pool holds, with what cannot be given. */
      leftBytes: bytes,
      /** What may still be given in this month. */
      monthLeftBytes: bytes,
      /** Days in which a gift can be taken. */
      days: z.int(),
      /** Members of the family with a contract of their own; to the holder alone. */
      family: z.array(z.object({ roleId, name: personal('name', z.string()) })),
      /** A name to begin with: that of the line. */
      nickname,
    }),
    take: z.object({ why }),
    given: z.array(givenGift),
    /** For this contract alone, and not taken yet. */
    offered: z.array(receivedGift),
    received: z.array(receivedGift),
    asOf: instant,
  })
  .meta({ id: 'Gifts' })

const whoCanGive = [
  'GIFT_TOO_NEW',
  'GIFT_SIZE_CHANGING',
  'GIFT_MONTH_FULL',
  'GIFT_TOO_MUCH',
  'SUSPENDED',
  'UNPAID',
  'SUCCESSION_OPEN',
  'CONTRACT_ENDED',
  'CONTRACT_NOT_ACTIVE',
] as const

/** Of data that is taken, by a code or from the family. */
const takeRefusals = [
  'GIFT_UNKNOWN',
  'GIFT_OWN',
  'GIFT_NO_LINE',
  'SUSPENDED',
  'CONTRACT_ENDED',
  'CONTRACT_NOT_ACTIVE',
] as const

export const giftApi = {
  giftsGet: memberEndpoint('GET', '/api/gifts', {
    roles: familyRoles,
    summary: '贈ったデータと受け取ったデータ、贈れる量',
    /** Of a user of a line: theirs. */
    query: z.object({ lineId: lineId.optional() }),
    result: gifts,
  }),

  giftEstimateGet: memberEndpoint('GET', '/api/gift/estimate', {
    roles: familyRoles,
    summary: 'データを贈ると、どうなるか（何も変わらない）',
    query: z.object({ megabytes: wantedMegabytes, lineId: lineId.optional() }),
    result: z
      .object({
        bytes,
        lots,
        /** What the pool holds afterwards. */
        leftBytes: bytes,
        /** What remains of the bytes can be below the threshold of the automatic top-up: a pack is bought then. */
        buysAutomatically: z.boolean(),
        expiresAt: instant,
      })
      .meta({ id: 'GiftEstimate' }),
    errors: whoCanGive,
  }),

  giftPost: memberEndpoint('POST', '/api/gift', {
    roles: familyRoles,
    knownDevice: true,
    limit: 'attempts',
    summary: 'データを贈る',
    body: z.object({
      megabytes: wantedMegabytes,
      nickname: shownName,
      /** A member of the family; without one the gift has a code. */
      toRoleId: roleId.optional(),
      lineId: lineId.optional(),
    }),
    result: givenGift,
    errors: [...whoCanGive, 'GIFT_NOT_TO_THEM'],
  }),

  giftDelete: memberEndpoint('DELETE', '/api/gift', {
    roles: familyRoles,
    summary: '受け取られていないギフトを取り消す',
    query: z.object({ giftId, lineId: lineId.optional() }),
    result: givenGift,
    errors: ['GIFT_OVER'],
  }),

  giftTakePost: memberEndpoint('POST', '/api/gift/take', {
    roles: ['manager'],
    limit: 'attempts',
    countsAbout: 'giftCodes',
    summary: 'コードでデータを受け取る',
    body: z.object({ giftCode }),
    result: receivedGift,
    errors: takeRefusals,
  }),

  giftAcceptPost: memberEndpoint('POST', '/api/gift/accept', {
    roles: ['manager'],
    summary: '家族から届いたデータを受け取る',
    body: z.object({ giftId }),
    result: receivedGift,
    errors: takeRefusals,
  }),
}
