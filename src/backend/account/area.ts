import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import {
  accountOf,
  isProven,
  memberOf,
  newDeviceOf,
  requireProof,
  type Caller,
} from '#backend/caller.ts'
import type { Holds } from '#backend/hold/holds.ts'
import { readProfile } from '#backend/holder.ts'
import type { FindSubject } from '#backend/identity/public.ts'
import type { ContactMessages } from '#backend/mail/contact-messages.ts'
import { deviceOf } from '#backend/session-device.ts'
import { toTokyoDate } from '#domain/tokyo.ts'
import type { EditDeps } from './commands/advance-edit.ts'
import {
  confirmContact,
  resendCode,
  submitEdit,
  withdrawEdit,
  type EditWho,
} from './commands/edit-profile.ts'
import { lapseEdits, releaseEdit, stopEdit, takeIdentityResult } from './commands/move-edit.ts'
import { readEditStatus } from './queries/edit-status.ts'
import { subjectOfEdit } from './queries/edit-subject.ts'
import { readPersonal } from './queries/personal.ts'
import { findDraft, writeDraft, type ProfileValues } from './rows.ts'

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

type Deps = EditDeps & Pick<AreaDeps, 'database'> & { holds: Holds }

function accountHandlers(deps: Deps) {
  const { sealing, database } = deps

  /** The draft of this browser is shown once the proof is there. */
  async function statusOf(caller: Caller) {
    const { db, now } = caller
    const { accountId } = accountOf(caller)
    const hasSecondFactor = isProven('secondFactor', caller)
    const deviceHash = hasSecondFactor ? await deviceOf(db, caller) : undefined
    const draft = deviceHash && (await findDraft(db, sealing, { accountId, deviceHash, now }))
    return readEditStatus(db, sealing, {
      accountId,
      draft: draft || undefined,
      hasSecondFactor,
      now,
    })
  }

  /** What was sent without the second factor is stored until it is there; a browser without a device stores nothing. */
  async function submit(caller: Caller, changes: ProfileValues) {
    if (!isProven('secondFactor', caller)) {
      const { accountId } = accountOf(caller)
      const deviceHash = await deviceOf(database.db, caller)
      if (deviceHash !== undefined)
        await writeDraft(database.db, sealing, { accountId, deviceHash, now: caller.now }, changes)
    }
    requireProof('secondFactor', caller)
    await submitEdit(caller.db, deps, whoOf(caller), changes)
  }

  return {
    userGet: (_, caller) => readProfile(caller.db, sealing, accountOf(caller).accountId),

    personalGet: (_, caller) =>
      readPersonal(caller.db, sealing, memberOf(caller).accountId, toTokyoDate(caller.now)),

    userEditStatusGet: (_, caller) => statusOf(caller),

    async userEditRegisterPost({ body }, caller) {
      const { db: tx } = caller
      switch (body.step) {
        case 'submit':
          await submit(caller, body.changes)
          break
        case 'confirm':
          await confirmContact(tx, deps, whoOf(caller), { place: body.which, code: body.code })
          break
        case 'resend':
          await resendCode(tx, deps, whoOf(caller), body.which)
          break
        case 'withdraw':
          await withdrawEdit(tx, deps, whoOf(caller))
      }
      return statusOf(caller)
    },
  } satisfies AreaHandlers
}

function whoOf(caller: Caller): EditWho {
  const { now, traceKey, signedIn } = caller
  return {
    actor: 'member',
    accountId: accountOf(caller).accountId,
    now,
    traceKey,
    ...(signedIn && { sessionHash: signedIn.sessionHash }),
    fromNewDevice: newDeviceOf(caller),
  }
}
