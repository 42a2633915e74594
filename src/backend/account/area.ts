import type { AreaDeps, AreaWork } from '#backend/area.ts'
import type { Holds } from '#backend/hold/holds.ts'
import type { FindSubject } from '#backend/identity/public.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import { accountHandlers } from './api.ts'
import { lapseEdits, releaseEdit, stopEdit, takeIdentityResult } from './commands/move-edit.ts'
import { subjectOfEdit } from './queries/edit-subject.ts'

/** Who the account belongs to, and how that is changed (protocol/account.ts). */
export function createAccountArea(
  deps: AreaDeps & { contactMessages: ContactMessages; holds: Holds },
) {
  const { contactMessages, sealing } = deps
  const work: AreaWork = {
    jobs: [contactMessages.work],
    tasks: [{ name: 'profile changes let go', run: (now) => lapseEdits(deps, now) }],
    onIdentity: [(tx, concluded, now) => takeIdentityResult(tx, deps, concluded, now)],
    holdEnds: [
      {
        operations: ['profileEdit'],
        stopped: (tx, hold, now) => stopEdit(tx, deps, hold, now),
        released: (tx, hold, now) => releaseEdit(tx, deps, hold, now),
      },
    ],
  }
  const findSubject: FindSubject = (db, accountId, orderNo) =>
    subjectOfEdit(db, sealing, accountId, orderNo)
  return { handlers: accountHandlers(deps), work, findSubject, postToContact: contactMessages.post }
}
