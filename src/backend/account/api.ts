import { toTokyoDate } from '#domain/tokyo.ts'
import type { AreaDeps, AreaHandlers } from '#backend/area.ts'
import {
  accountOf,
  isProven,
  memberOf,
  newDeviceOf,
  requireProof,
  type Caller,
} from '#backend/caller.ts'
import { readProfile } from '#backend/holder.ts'
import type { Holds } from '#backend/hold/holds.ts'
import { deviceOf } from '#backend/session-device.ts'
import type { EditDeps } from './commands/advance-edit.ts'
import {
  confirmContact,
  resendCode,
  submitEdit,
  withdrawEdit,
  type EditWho,
} from './commands/edit-profile.ts'
import { readEditStatus } from './queries/edit-status.ts'
import { readPersonal } from './queries/personal.ts'
import { findDraft, writeDraft, type ProfileValues } from './rows.ts'

type Deps = EditDeps & Pick<AreaDeps, 'database'> & { holds: Holds }

export function accountHandlers(deps: Deps) {
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
