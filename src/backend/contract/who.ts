import { accountOf, memberOf, newDeviceOf, staffOf, type Caller } from '#backend/caller.ts'
import type { Actor } from '#domain/machine.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { StaffRole } from '#vocabulary/console.ts'

/** Who changes which contract, and when: stored with the step, the former rows and the audit entry. */
export type By = {
  readonly actor: Actor
  readonly contractId: string
  readonly now: Instant
  readonly accountId?: string
  readonly traceKey?: string
  /** Of the session, whose row knows the device. */
  readonly sessionHash?: string
  /** The session, where it is the first from a device that is new to the account. */
  readonly fromNewDevice?: string | undefined
  /** Of a member of the family who acts at the holder's contract: the role. */
  readonly familyRoleId?: string | undefined
  /** Of a program that the member has let in. */
  readonly connectionId?: string | undefined
  /** Of staff: who of them, by which role, and the case they act in. */
  readonly staffId?: string | undefined
  readonly role?: StaffRole
  readonly caseNo?: string | undefined
}

/** What rows store of who of the staff changed something, and in which case; nothing of anybody else. */
export const staffOfChange = ({
  actor,
  staffId,
  caseNo,
}: Pick<By, 'actor' | 'staffId' | 'caseNo'>) => ({
  staff_id: actor === 'staff' ? (staffId ?? null) : null,
  case_no: actor === 'staff' ? (caseNo ?? null) : null,
})

/** A member who is signed in, or whose request was queued. */
export type Who = By & { readonly accountId: string }

/** The member who asks; or staff on behalf, by the member's own rules: what is changed says who pressed, and in which case. */
export function whoOf(caller: Caller): Who {
  const { staff, grant } = caller
  if (staff !== undefined && grant !== undefined)
    return {
      actor: 'staff',
      ...memberOf(caller),
      now: caller.now,
      traceKey: caller.traceKey,
      // Like a device that nobody knows: what has a hold waits.
      fromNewDevice: grant.grantId,
      staffId: staff.staffId,
      role: staff.role,
      caseNo: grant.ticketNo,
    }
  return {
    actor: 'member',
    ...memberOf(caller),
    now: caller.now,
    traceKey: caller.traceKey,
    sessionHash: caller.signedIn?.sessionHash ?? '',
    fromNewDevice: newDeviceOf(caller),
    familyRoleId: caller.signedIn?.place?.roleId,
    connectionId: caller.bearer?.connectionId,
  }
}

/** The member whose request was queued; the worker begins it, so without a session. */
export function whoQueued(queued: { contractId: string; accountId: string; now: Instant }): Who {
  return { actor: 'member', ...queued, traceKey: 'procedure-queue' }
}

/** A member who is signed in, with a contract or without. */
export type AccountWho = Pick<
  Who,
  'actor' | 'accountId' | 'now' | 'traceKey' | 'sessionHash' | 'fromNewDevice'
>

export const whoOfAccount = (caller: Caller): AccountWho => ({
  actor: 'member',
  ...accountOf(caller),
  now: caller.now,
  traceKey: caller.traceKey,
  sessionHash: caller.signedIn?.sessionHash ?? '',
  fromNewDevice: newDeviceOf(caller),
})

/** Somebody of the staff at the console; the case is that of what is done, or of the grant. */
export type StaffWho = Omit<By, 'actor' | 'contractId' | 'staffId' | 'role'> & {
  readonly actor: 'staff'
  readonly staffId: string
  readonly role: StaffRole
  /** By which it is asked what else the person may. */
  readonly roles: readonly StaffRole[]
}

export function whoOfStaff(caller: Caller): StaffWho {
  const { staffId, role, roles } = staffOf(caller)
  return { actor: 'staff', staffId, role, roles, now: caller.now, traceKey: caller.traceKey }
}
