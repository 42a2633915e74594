import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf } from '#backend/caller.ts'
import { endLogins, listLogins } from './logins.ts'
import { listNotices, markRead } from './notices.ts'
import { readNoticeSettings, saveNoticeSettings } from './settings.ts'
import { noticeHeld } from './held.ts'

export type NoticeArea = ReturnType<typeof createNoticeArea>

/** The account's notices, and its logins (protocol/notice.ts). */
export function createNoticeArea({ sealing, loginClock }: AreaDeps) {
  const handlers = {
    noticesGet: ({ query }, caller) =>
      listNotices(caller.db, sealing, { ...query, accountId: accountOf(caller).accountId }),

    noticesPut: ({ body }, caller) =>
      markRead(caller.db, accountOf(caller).accountId, body.noticeIds, caller.now),

    noticeSettingGet: (_, caller) => readNoticeSettings(caller, sealing),
    noticeSettingPut: ({ body }, caller) => saveNoticeSettings(caller, sealing, body),

    loginHistoryGet: ({ query }, caller) =>
      listLogins(caller.db, {
        ...query,
        accountId: accountOf(caller).accountId,
        sessionHash: caller.signedIn?.sessionHash ?? '',
        now: loginClock.now(),
      }),

    loginHistoryDelete: async ({ query }, caller) => ({
      ended: await endLogins(caller, query.loginId, loginClock.now()),
    }),
  } satisfies AreaHandlers
  const work: AreaWork = { held: noticeHeld }
  return { handlers, work }
}
