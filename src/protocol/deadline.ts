import { deadlineKinds } from '#vocabulary/deadline.ts'
import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { dateOrInstant, instant, opaqueId, orderNo, ownPath, tokyoDate } from './primitives.ts'
import { lineName } from './procedure.ts'

const deadlineKind = z.enum(deadlineKinds)

const calendarLink = z
  .object({
    /** Absent: none has been made. Anybody who has the address can read the dates, so it can be renewed. */
    url: z.string().optional(),
    createdAt: instant.optional(),
    lastReadAt: instant.optional(),
  })
  .meta({ id: 'CalendarLink' })

export const deadlineApi = {
  deadlinesGet: memberEndpoint('GET', '/api/deadlines', {
    scope: 'contract:read',
    summary: '締め切りと期限と予定',
    result: z.object({
      deadlines: z.array(
        z
          .object({
            deadlineId: opaqueId,
            kind: deadlineKind,
            title: z.string(),
            message: z.string(),
            at: dateOrInstant,
            /** The day it falls on, for sorting and for the calendar. */
            on: tokyoDate,
            urgent: z.boolean(),
            line: lineName.optional(),
            orderNo: orderNo.optional(),
            path: ownPath,
          })
          .meta({ id: 'Deadline' }),
      ),
      asOf: instant,
    }),
  }),

  calendarLinkGet: memberEndpoint('GET', '/api/calendar_link', {
    summary: 'カレンダー用の秘密のアドレス',
    result: calendarLink,
  }),

  calendarLinkPost: memberEndpoint('POST', '/api/calendar_link', {
    summary: 'カレンダー用のアドレスを作る、作り直す、やめる',
    body: z.object({ action: z.enum(['renew', 'remove']) }),
    result: calendarLink,
  }),
}
