import type { AreaDeps, AreaWork } from '#backend/area.ts'
import { releaseWaitingMails } from '#backend/mail/release-waiting.ts'
import type { PushPort } from '#backend/ports/push.ts'
import { releaseQuietPushes } from '#backend/push/queue-pushes.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import { takeReturnedMail, type ReturnedMail } from '#backend/mail/take-return.ts'
import { notifyMember } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { noticeHandlers } from './api.ts'
import { runJob } from '#backend/jobs/queue.ts'
import { confirmMail } from './commands/send-mail-check.ts'
import { openNotice } from './commands/mark-read.ts'
import { postToAllJob, sendToAll } from './commands/post-to-all.ts'
import { stopNotices } from './commands/stop-notices.ts'

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
