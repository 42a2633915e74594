import { z } from 'zod'
import { type Api, staffEndpoint } from '#protocol/endpoint.ts'
import { instant, opaqueId } from '#protocol/primitives.ts'
import { staffRoles } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'

export const staffRole = z.enum(namesOf(staffRoles))

const login = z.object({
  login: opaqueId,
  at: instant,
  lastSeenAt: instant,
  device: z.string(),
  /** Empty where it is not known. */
  addressMasked: z.string(),
})

export const staffApi = {
  consoleMeGet: staffEndpoint('GET', '/api/console/me', {
    act: 'ticket.work',
    summary: 'ログイン中のスタッフ',
    result: z.object({
      staffId: opaqueId,
      name: z.string(),
      roles: z.array(staffRole),
      /** When the directory last told of the groups; too long ago for what takes two people: stale. */
      rolesReadAt: instant,
      rolesAreStale: z.boolean(),
      /** When this login ends, whatever is done. */
      until: instant,
      idleMinutes: z.int(),
      /** Until then the second factor counts for what asks for one. */
      secondFactorUntil: instant,
      logins: z.array(login.extend({ current: z.boolean() })),
    }),
  }),
  consoleStaffGet: staffEndpoint('GET', '/api/console/staff', {
    act: 'staffLogin.end',
    summary: 'スタッフと、有効なログインの一覧',
    result: z.object({
      staff: z.array(
        z.object({
          staffId: opaqueId,
          name: z.string(),
          roles: z.array(staffRole),
          lastLoginAt: instant,
          hasLeft: z.boolean(),
          logins: z.array(login),
        }),
      ),
    }),
  }),
  consoleStaffLoginsEndPost: staffEndpoint('POST', '/api/console/staff/logins/end', {
    act: 'staffLogin.end',
    proof: 'secondFactor',
    summary: 'スタッフのログインをすべて終わらせる',
    body: z.object({ staffId: opaqueId }),
    result: z.object({ ended: z.int().min(0) }),
  }),
} satisfies Api
