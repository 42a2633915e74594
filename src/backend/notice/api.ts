import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import { whoOfAccount } from '#backend/contract/who.ts'
import { sendMailCheck, type MailCheckDeps } from './commands/send-mail-check.ts'
import { endLogins } from './commands/end-logins.ts'
import { markRead } from './commands/mark-read.ts'
import { saveNoticeSettings } from './commands/save-settings.ts'
import { listLogins } from './queries/logins.ts'
import { readMailCheck, readStop } from './queries/mail-links.ts'
import { countUnread, listNotices } from './queries/notices.ts'
import { readNoticeSettings } from './queries/settings.ts'

/** The account's notices, its choice of channels, and its logins (protocol/notice.ts). */
export function noticeHandlers(deps: Pick<AreaDeps, 'sealing' | 'loginClock'> & MailCheckDeps) {
  const sessionHashOf = ({ signedIn }: Caller) => signedIn?.sessionHash ?? ''
  return {
    noticesGet: ({ query }, caller) =>
      listNotices(caller.db, deps, { ...query, ...accountOf(caller), now: caller.now }),

    async noticesPut({ body }, caller) {
      const { accountId } = accountOf(caller)
      await markRead(caller.db, { accountId, now: caller.now }, body.noticeIds)
      return { unread: await countUnread(caller.db, accountId) }
    },

    noticeSettingGet: (_, caller) => readNoticeSettings(caller.db, deps, accountOf(caller)),
    async noticeSettingPut({ body }, caller) {
      await saveNoticeSettings(caller.db, whoOfAccount(caller), body)
      return readNoticeSettings(caller.db, deps, accountOf(caller))
    },

    mailCheckPost: (_, caller) => sendMailCheck(caller.db, deps, whoOfAccount(caller)),
    mailCheckGet: ({ query }, caller) => readMailCheck(caller.db, deps, query.t, caller.now),
    noticeStopGet: ({ query }, caller) => readStop(caller.db, deps, query.t),

    loginHistoryGet: ({ query }, caller) =>
      listLogins(caller.db, {
        ...query,
        ...accountOf(caller),
        sessionHash: sessionHashOf(caller),
        loginNow: deps.loginClock.now(),
      }),

    loginHistoryDelete: async ({ query: { loginId } }, caller) => ({
      ended: await endLogins(caller.db, whoOfAccount(caller), {
        sessionHash: sessionHashOf(caller),
        loginId,
        loginNow: deps.loginClock.now(),
      }),
    }),
  } satisfies AreaHandlers
}
