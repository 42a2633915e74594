import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import { whoOfAccount } from '#backend/contract/who.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { deviceWords } from '#backend/login/device-words.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import { releaseWaitingMails } from '#backend/mail/release-waiting.ts'
import { takeReturnedMail, type ReturnedMail } from '#backend/mail/take-return.ts'
import type { PushPort } from '#backend/ports/push.ts'
import { releaseQuietPushes } from '#backend/push/queue-pushes.ts'
import { browserOf } from '#backend/session-device.ts'
import { notifyMember } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { endLogins } from './commands/end-logins.ts'
import { markRead, openNotice } from './commands/mark-read.ts'
import { postToAllJob, sendToAll } from './commands/post-to-all.ts'
import {
  addPushDevice,
  changePushChoice,
  changePushDevice,
  removePushDevice,
  type PushDeps,
} from './commands/push-devices.ts'
import { saveNoticeSettings } from './commands/save-settings.ts'
import { confirmMail, sendMailCheck, type MailCheckDeps } from './commands/send-mail-check.ts'
import { stopNotices } from './commands/stop-notices.ts'
import { listLogins } from './queries/logins.ts'
import { readMailCheck, readStop } from './queries/mail-links.ts'
import { countUnread, listNotices } from './queries/notices.ts'
import { readPushes } from './queries/push-devices.ts'
import { readNoticeSettings } from './queries/settings.ts'

/** The notices, where they go besides my page, and what a member does by the links of a mail (protocol/notice.ts). */
export function createNoticeArea(
  deps: AreaDeps & {
    readonly contactMessages: ContactMessages
    readonly push: PushPort | undefined
  },
) {
  const { database, queue } = deps
  const work: AreaWork = {
    jobs: [runJob(postToAllJob, ({ noticeNo }) => sendToAll(deps, noticeNo))],
    tasks: [
      {
        name: 'pushes and mails that waited',
        run: async (now) => {
          await releaseQuietPushes({ db: database.db, queue }, now)
          await releaseWaitingMails({ db: database.db, queue }, now)
        },
      },
    ],
  }
  return {
    handlers: noticeHandlers(deps),
    work,
    stopByLink: (token: string, now: Instant) =>
      database.db.transaction().execute((tx) => stopNotices(tx, deps, token, now)),
    openByPush: (accountId: string, noticeId: string, now: Instant) =>
      database.db.transaction().execute((tx) => openNotice(tx, accountId, noticeId, now)),
    takeReturned: (returned: ReturnedMail, now: Instant) =>
      takeReturnedMail(
        { ...deps, notify: (tx, message, at) => notifyMember(tx, deps, message, at) },
        returned,
        now,
      ),
    confirmByLink: (token: string, now: Instant) =>
      database.db.transaction().execute((tx) => confirmMail(tx, deps, token, now)),
  }
}

/** The account's notices, its choice of channels, and its logins (protocol/notice.ts). */
function noticeHandlers(deps: Pick<AreaDeps, 'sealing' | 'loginClock'> & MailCheckDeps & PushDeps) {
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
