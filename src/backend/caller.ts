import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import { isBefore } from '#domain/tokyo.ts'
import type { OperationLimit, SubjectLimit } from '#protocol/endpoint.ts'
import { proofCodes } from '#protocol/proof.ts'
import type { AccessScope } from '#vocabulary/connection.ts'
import type { CaseReason, StaffRole } from '#vocabulary/console.ts'
import type { FamilyRole } from '#vocabulary/family.ts'
import { PROOF_MINUTES, proofs, type Proof } from '#vocabulary/proof.ts'

/** Where a login stands that is not at its own contract: the role it acts by there (docs/decisions/116). */
export type FamilyPlace = {
  readonly roleId: string
  readonly role: FamilyRole
  readonly contractId: string
  /** Whose contract it is: messages about it are the holder's. */
  readonly holderAccountId: string
  /** Of a user of a line. */
  readonly lineId: string | undefined
}

/** A program that calls by what a member has given it, instead of a session (docs/decisions/119). */
export type Bearer = {
  readonly connectionId: string
  readonly contractId: string
  readonly scopes: readonly AccessScope[]
  /** The lines it sees; all of the contract, if not given. */
  readonly lineIds: readonly string[] | undefined
}

/** The account a session belongs to. */
export type SignedIn = {
  sessionHash: string
  accountId: string
  subject: string
  staff: boolean
  /** The contract of this account, if it has one that is not merely applied for. */
  contractId: string | null
  /** The contract of another at which this login stands, by a role it has there now. */
  place?: FamilyPlace | undefined
  /** When the password was typed; null where the provider does not say: never fresh. */
  authenticatedAt: Temporal.Instant | null
  /** When a second factor was last shown: the provider's or our own. */
  secondFactorAt: Temporal.Instant | null
  /** When a passkey or the IC chip of a document was last shown. */
  strongProofAt: Temporal.Instant | null
  /** When its device stops being new to the account; null where no device is noted. */
  deviceKnownFrom: Temporal.Instant | null
  /** By the clock of logins, to the minute; unused for `IDLE_MINUTES` it ends. */
  lastUsedAt: Temporal.Instant
  /** By the same clock: it ends then, however it is used. */
  endsAt: Temporal.Instant
}

/** Somebody of the staff who is signed in at the console. Staff are not accounts. */
export type SignedInStaff = {
  staffId: string
  sessionHash: string
  /** By the groups of the directory, as they were last read. */
  roles: readonly StaffRole[]
  /** The role by which this operation is done; of an operation that is only proposed, by which it is proposed. */
  role: StaffRole
  /** When the second factor was last shown. */
  secondFactorAt: Temporal.Instant
  /** The directory has not answered for longer than its groups are believed for guarded acts. */
  areRolesStale: boolean
}

/** A session at the console, before it is known what is done and by which role. */
export type StaffSession = Omit<SignedInStaff, 'role'>

/** The member's record that a grant opens: out of a ticket, for one person of the staff, for a while. */
export type OpenGrant = {
  grantId: string
  ticketNo: string
  reason: CaseReason
  accountId: string
  contractId: string | null
}

/** Who calls, when, and through which connection: all a handler may know besides its input. */
export type Caller = {
  /** For reading only (db/memoized-reads.ts); for every other method the transaction the whole change runs in. */
  db: Db
  now: Temporal.Instant
  traceKey: string
  signedIn: SignedIn | undefined
  /** The program that calls in the name of who is signed in. */
  bearer?: Bearer | undefined
  /** Of the application this browser has under way (its cookie), whether or not it is still known. */
  applicationSecret?: string | undefined
  /** Of the session this browser names that is over, by whatever end: no proof of anything but of having had it. */
  overSessionHash?: string | undefined
  /** Of a call at the console. With `signedIn` too, it is done on behalf of that member. */
  staff?: SignedInStaff | undefined
  /** Of a call at the console that reads or changes something of a member. */
  grant?: OpenGrant | undefined
  /** Of a call on behalf: the grant that the page names, before anybody has asked whether it is open. */
  grantId?: string | undefined
  /** Counts one more of these by this asker. @throws RefusalError TOO_MANY_REQUESTS */
  count?: ((limit: OperationLimit) => Promise<void>) | undefined
  /** Counts one more about this number, order or mailbox, whoever asks. @throws RefusalError TOO_MANY_REQUESTS */
  countAbout?: ((limit: SubjectLimit, subject: string) => Promise<void>) | undefined
}

export type Member = { accountId: string; contractId: string }

/** The caller's login; `access: 'account'` has already been checked, so a miss is a defect of the declaration. */
export function signedInOf({ signedIn }: Caller): SignedIn {
  if (!signedIn) throw new RefusalError('NOT_SIGNED_IN')
  return signedIn
}

/** As `signedInOf`, of the account alone. */
export function accountOf(caller: Caller): { accountId: string } {
  return { accountId: signedInOf(caller).accountId }
}

/** The contract the call is about, and whose it is: the caller's own, or that of the role the login stands by. */
export function memberOf(caller: Caller): Member {
  const { accountId, contractId, place } = signedInOf(caller)
  if (place) return { accountId: place.holderAccountId, contractId: place.contractId }
  if (!contractId) throw new RefusalError('ACCESS_DENIED')
  return { accountId, contractId }
}

/** The role of a user of a line, where the caller stands as one. */
export function lineUserOf({ signedIn }: Caller): string | undefined {
  const place = signedIn?.place
  return place?.role === 'lineUser' ? place.roleId : undefined
}

/** The person of the staff; `access: 'staff'` has already been checked, so a miss is a defect of the declaration. */
export function staffOf(caller: Caller): SignedInStaff {
  if (!caller.staff) throw new RefusalError('NOT_SIGNED_IN')
  return caller.staff
}

/** The open grant of this call; an operation that names a part of the record is never run without. */
export function grantOf(caller: Caller): OpenGrant {
  if (!caller.grant) throw new RefusalError('ACCESS_DENIED')
  return caller.grant
}

/** The session, if its device is still new to the account: what it changes may have to wait. */
export function newDeviceOf({ signedIn, now }: Caller): string | undefined {
  if (signedIn?.deviceKnownFrom == null) return undefined
  return isBefore(now, signedIn.deviceKnownFrom) ? signedIn.sessionHash : undefined
}

/** @throws RefusalError NEW_DEVICE_WAIT with the time from which it goes */
export function requireKnownDevice(caller: Caller) {
  if (newDeviceOf(caller) === undefined) return
  const freeFrom = caller.signedIn?.deviceKnownFrom ?? undefined
  throw new RefusalError({ code: 'NEW_DEVICE_WAIT', ...(freeFrom && { freeFrom }) })
}

type Proving = Pick<Caller, 'signedIn' | 'now'> & { staff?: StaffSession | undefined }

/** From the weakest; each also serves what asks for one before it. */
export type ProofStrength = 'none' | Proof

/**
 * How well the person of this session is proved, by what was shown within the last PROOF_MINUTES. `strong` is enough for what
 * would otherwise wait because the device is new: whoever knows the password and reads the mailbox cannot show it.
 */
export function strengthOfProof({ signedIn, staff, now }: Proving): ProofStrength {
  // Staff never log in without a second factor, and have no passkey of ours. On behalf it is the caller's code that counts.
  const shown: ShownAt =
    staff && !signedIn ? { secondFactor: staff.secondFactorAt } : provedAt(signedIn)
  const since = now.subtract({ minutes: PROOF_MINUTES })
  return proofs.findLast((proof) => isSince(shown[proof], since)) ?? 'none'
}

type ShownAt = Partial<Record<Proof, Temporal.Instant | null>>

const provedAt = (signedIn: SignedIn | undefined): ShownAt => ({
  freshLogin: signedIn?.authenticatedAt ?? null,
  secondFactor: signedIn?.secondFactorAt ?? null,
  strong: signedIn?.strongProofAt ?? null,
})

const isSince = (at: Temporal.Instant | null | undefined, since: Temporal.Instant) =>
  at != null && Temporal.Instant.compare(at, since) >= 0

/** Whether the person of this session is proved well enough, and lately enough, for what wants it. */
export function isProven(wanted: Proof, proving: Proving): boolean {
  const strength = strengthOfProof(proving)
  return strength !== 'none' && proofs.indexOf(strength) >= proofs.indexOf(wanted)
}

/**
 * Most endpoints declare it (`proof`); called where it depends on the request.
 * @throws RefusalError FRESH_LOGIN_REQUIRED, SECOND_FACTOR_REQUIRED, STRONG_PROOF_REQUIRED: the screen leads through the login and back.
 */
export function requireProof(proof: Proof, caller: Caller) {
  if (!isProven(proof, caller)) throw new RefusalError(proofCodes[proof])
}
