import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf, memberOf } from '#backend/caller.ts'
import { readProfile } from '#backend/holder.ts'
import type { Holds } from '#backend/hold/holds.ts'
import { createCodes } from './codes.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import { createEditService } from './edit-service.ts'
import { personalOf } from './profile.ts'
import { editStatus } from './wire.ts'
import { accountHeld } from './held.ts'

/** Who the account belongs to, and how that is changed (protocol/account.ts). */
export function createAccountArea(
  deps: AreaDeps & { contactMessages: ContactMessages; holds: Holds },
) {
  const { sealing, contactMessages: messages } = deps
  const codes = createCodes({ sealing, messages })
  const edits = createEditService({ ...deps, codes, messages })
  const handlers = {
    userGet: (_, caller) => readProfile(caller.db, sealing, accountOf(caller).accountId),

    personalGet: (_, caller) => personalOf(caller.db, sealing, memberOf(caller).accountId),

    userEditStatusGet: (_, caller) =>
      editStatus({ sealing, codes, mustProve: edits.mustProve }, caller),

    async userEditRegisterPost({ body }, caller) {
      switch (body.step) {
        case 'submit':
          await edits.submit(caller, body.changes)
          break
        case 'confirm':
          await edits.confirm(caller, { place: body.which, code: body.code })
          break
        case 'resend':
          await edits.resend(caller, body.which)
          break
        case 'withdraw':
          await edits.withdraw(caller)
      }
      return editStatus({ sealing, codes, mustProve: edits.mustProve }, caller)
    },
  } satisfies AreaHandlers
  const work: AreaWork = {
    held: accountHeld,
    jobs: [messages.work],
    tasks: [{ name: 'profile changes let go', run: edits.lapse }],
    onIdentity: [edits.onIdentity],
    holdEnds: [edits.holdEnd],
  }
  return { handlers, work, findSubject: edits.findSubject, postToContact: messages.post }
}
