import { z } from 'zod'
import { type Api, staffEndpoint } from '#protocol/endpoint.ts'
import { staffRoles } from '#vocabulary/console.ts'
import { namesOf } from '#vocabulary/state-words.ts'

export const staffRole = z.enum(namesOf(staffRoles))

export const staffApi = {
  consoleMeGet: staffEndpoint('GET', '/api/console/me', {
    act: 'ticket.work',
    summary: 'ログイン中のスタッフ',
    result: z.object({
      staffId: z.string(),
      name: z.string(),
      roles: z.array(staffRole),
    }),
  }),
} satisfies Api
