import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import { whoOfAccount } from '#backend/contract/who.ts'
import { deviceWords } from '#backend/login/device-words.ts'
import { browserOf } from '#backend/session-device.ts'
import { sendMailCheck, type MailCheckDeps } from './commands/send-mail-check.ts'
import { endLogins } from './commands/end-logins.ts'
import {
  addPushDevice,
  changePushChoice,
  changePushDevice,
  type PushDeps,
  removePushDevice,
} from './commands/push-devices.ts'
import { markRead } from './commands/mark-read.ts'
import { saveNoticeSettings } from './commands/save-settings.ts'
import { listLogins } from './queries/logins.ts'
import { readMailCheck, readStop } from './queries/mail-links.ts'
import { countUnread, listNotices } from './queries/notices.ts'
import { readPushes } from './queries/push-devices.ts'
import { readNoticeSettings } from './queries/settings.ts'

/** The account's notices, its choice of channels, and its logins (protocol/notice.ts). */
export function noticeHandlers(
  deps: Pick<AreaDeps, 'sealing' | 'loginClock'> & MailCheckDeps & PushDeps,
) {
  const sessionHashOf = ({ signedIn }: Caller) => signedIn?.sessionHash ?? ''
  const pushesOf = async (caller: Caller) =>
    readPushes(caller.db, deps, {
      ...accountOf(caller),
      deviceHash: (await browserOf(caller.db, caller))?.deviceHash,
    })
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

    pushGet: (_, caller) => pushesOf(caller),
    async pushPost({ body }, caller) {
      const known = await browserOf(caller.db, caller)
      const browser = {
        deviceHash: known?.deviceHash,
        device: deviceWords(known?.userAgent ?? ''),
      }
      await addPushDevice(caller.db, deps, whoOfAccount(caller), browser, body)
      return pushesOf(caller)
    },
    async pushPut({ body }, caller) {
      await changePushDevice(caller.db, whoOfAccount(caller), body)
      return pushesOf(caller)
    },
    async pushDelete({ query }, caller) {
      await removePushDevice(caller.db, whoOfAccount(caller), query.deviceId)
      return pushesOf(caller)
    },
    async pushChoicePut({ body }, caller) {
      await changePushChoice(caller.db, whoOfAccount(caller), body)
      return pushesOf(caller)
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
      ended: await endLogins(caller.db, deps, whoOfAccount(caller), {
        sessionHash: sessionHashOf(caller),
        loginId,
        loginNow: deps.loginClock.now(),
      }),
    }),
  } satisfies AreaHandlers
}
