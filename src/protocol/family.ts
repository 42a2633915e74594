import { contractRoles, familyRoles } from '#vocabulary/family.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { familyRoleStateWords } from '#vocabulary/states/family-role.ts'
import { z } from 'zod'
import { highSpeedLine } from './data.ts'
import { accountEndpoint, memberEndpoint } from './endpoint.ts'
import { outageOnBoard } from './outage.ts'
import { bytes, instant, lineId, opaqueId, text, tokyoDate, webUrl } from './primitives.ts'
import { personal } from './personal.ts'
import { lineName } from './procedure.ts'

const roleId = opaqueId

const familyRole = z
  .object({
    roleId,
    role: z.enum(familyRoles),
    /** Of a user: the line. */
    line: lineName.optional(),
    /** As the holder calls the person. */
    name: personal('name', z.string()),
    state: z.enum(namesOf(familyRoleStateWords)),
    stateLabel: z.string(),
    invitedAt: instant,
    /** Where it is accepted, while it can be; of no use to anybody once it is. To the holder alone. */
    url: webUrl.optional(),
    /** Until when the invitation can be accepted, while it can. */
    expiresAt: instant.optional(),
    acceptedAt: instant.optional(),
    endedAt: instant.optional(),
  })
  .meta({ id: 'FamilyRole' })

/** Where somebody may stand: at a contract that is another's. */
const familyPlace = z
  .object({
    roleId,
    role: z.enum(familyRoles),
    /** The family name of who holds the contract. */
    holderName: personal('name', z.string()),
    line: lineName.optional(),
    since: instant,
  })
  .meta({ id: 'FamilyPlace' })

const places = z
  .object({
    /** The account has a contract of its own. */
    hasOwn: z.boolean(),
    /** In whose place this login is: absent in one's own. */
    roleId: roleId.optional(),
    places: z.array(familyPlace),
  })
  .meta({ id: 'FamilyPlaces' })

const invitationSecret = text(200)
const calledBy = personal('name', text(20, '呼び名を入力してください。'))

export const familyApi = {
  familyGet: memberEndpoint('GET', '/api/family', {
    roles: ['manager'],
    summary: 'ご家族の役割と招待',
    result: z.object({ roles: z.array(familyRole), lines: z.array(lineName), asOf: instant }),
  }),

  familyInvitationPost: memberEndpoint('POST', '/api/family/invitation', {
    proof: 'secondFactor',
    knownDevice: true,
    limit: 'attempts',
    summary: '家族を招き、承諾のページのアドレスを作る',
    body: z.object({
      role: z.enum(familyRoles, '役割を選んでください。'),
      /** Of a user; of a manager nothing is made of it. */
      lineId: lineId.optional(),
      name: calledBy,
    }),
    result: familyRole,
    errors: [
      'FAMILY_LINE_TAKEN',
      'FAMILY_MANAGERS_FULL',
      'LINE_NOT_ACTIVE',
      'CONTRACT_ENDED',
      'CONTRACT_NOT_ACTIVE',
    ],
  }),

  familyRoleDelete: memberEndpoint('DELETE', '/api/family/role', {
    summary: 'ご家族の役割を終える、招待を取り消す',
    query: z.object({ roleId }),
    result: familyRole,
    errors: ['FAMILY_ROLE_OVER'],
  }),

  familyInvitationGet: accountEndpoint('GET', '/api/family/invitation', {
    limit: 'attempts',
    summary: '届いた招待の内容',
    query: z.object({ secret: invitationSecret }),
    result: z
      .object({
        role: z.enum(familyRoles),
        holderName: personal('name', z.string()),
        line: lineName.optional(),
        expiresAt: instant,
      })
      .meta({ id: 'FamilyInvitation' }),
    errors: ['FAMILY_INVITATION_OVER'],
  }),

  familyAcceptPost: accountEndpoint('POST', '/api/family/accept', {
    proof: 'secondFactor',
    limit: 'attempts',
    summary: '招待を承諾する',
    body: z.object({ secret: invitationSecret }),
    result: places,
    errors: ['FAMILY_INVITATION_OVER', 'FAMILY_OWN_CONTRACT', 'FAMILY_ALREADY_HERE'],
  }),

  familyPlacesGet: accountEndpoint('GET', '/api/family/places', {
    summary: '自分の契約と、役割をもらっている契約',
    result: places,
  }),

  familyPlacePut: accountEndpoint('PUT', '/api/family/place', {
    summary: 'どの契約のマイページを見るかを選ぶ',
    /** Without a role: one's own. */
    body: z.object({ roleId: roleId.optional() }),
    result: places,
    errors: ['FAMILY_ROLE_OVER'],
  }),

  familyPlaceDelete: accountEndpoint('DELETE', '/api/family/place', {
    summary: 'もらっている役割をやめる',
    query: z.object({ roleId }),
    result: places,
    errors: ['FAMILY_ROLE_OVER'],
  }),

  familyLinesGet: memberEndpoint('GET', '/api/family/lines', {
    roles: familyRoles,
    summary: '役割で見られる回線と残り',
    result: z
      .object({
        role: z.enum(contractRoles),
        holderName: personal('name', z.string()),
        /** What is left for all lines of the contract together. */
        leftBytes: bytes,
        shared: z.boolean(),
        lines: z.array(
          z.object({
            highSpeed: highSpeedLine,
            /** Its last day, where an end is booked. */
            endsOn: tokyoDate.optional(),
            /** What the line may use today and this month: its caps, or what was allowed for today. */
            today: z.object({ dayBytes: bytes.optional(), monthBytes: bytes.optional() }),
            usedTodayBytes: bytes,
            usedThisMonthBytes: bytes,
          }),
        ),
        /** What lasts or is planned where these lines are used. */
        outages: z.array(outageOnBoard),
        asOf: instant,
      })
      .meta({ id: 'FamilyLines' }),
  }),
}
