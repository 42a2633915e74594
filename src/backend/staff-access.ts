import type { Kysely, Transaction } from 'kysely'
import type { OpenGrant, SignedInStaff, StaffSession } from '#backend/caller.ts'
import type { Db } from '#backend/db/connect.ts'
import { inTransaction } from '#backend/db/known-commit.ts'
import type { Database } from '#backend/db/tables.ts'
import { RefusalError } from '#backend/refusal.ts'
import { recordAct } from '#backend/step/record-change.ts'
import type { RequestFacts } from '#backend/wire.ts'
import { isGuarded, roleFor } from '#domain/console/acts.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { errors } from '#protocol/errors.ts'
import type { ActWay, ConsoleAct, RecordPart } from '#vocabulary/console.ts'

/** The audit chain of one person of the staff: logins, searches and refusals, none of which is about a member. */
export const staffChain = (staffId: string) => `staff:${staffId}`

/** What the mount asks of the console's areas. */
export type StaffAccess = {
  readonly db: Kysely<Database>
  /**
   * Lets a part of a member's record be read, and notes it: in a transaction of its own, which is committed before the
   * handler runs. @throws RefusalError where the grant is not this person's, is over, or does not show the part
   */
  readonly openPart: (
    db: Db,
    staff: SignedInStaff,
    grantId: string,
    part: RecordPart,
    now: Temporal.Instant,
  ) => Promise<OpenGrant>
  /**
   * Looks again within the transaction of a change, and holds what it saw until the end of it: a role that is lost
   * meanwhile, or a login that is ended, stops the change or comes after it. Undefined: the session is over.
   */
  readonly stillSignedIn: (tx: Db, session: StaffSession) => Promise<StaffSession | undefined>
}

type Asked = { readonly operation: string; readonly endpoint: Endpoint }
type Input = { readonly query: unknown; readonly body: unknown }

/**
 * By which of their roles somebody does an act.
 * @throws RefusalError ROLE_MISSING; STAFF_DIRECTORY_AWAY for what takes two people while nobody can say whether the roles still hold
 */
export function actingAs(session: StaffSession, act: ConsoleAct, way: ActWay): SignedInStaff {
  const role = roleFor(session.roles, act, way)
  if (role === undefined) throw new RefusalError('ROLE_MISSING')
  if (isGuarded(act) && session.areRolesStale) throw new RefusalError('STAFF_DIRECTORY_AWAY')
  return { ...session, role }
}

/** Who of the staff asks an operation, by which role; undefined for an operation that is not the console's. */
export function admitStaff(
  endpoint: Endpoint,
  session: StaffSession | undefined,
): SignedInStaff | undefined {
  if (endpoint.access !== 'staff') return undefined
  if (session === undefined) throw new RefusalError('NOT_SIGNED_IN')
  if (endpoint.act === undefined) throw new Error(`${endpoint.path} names no act`)
  return actingAs(session, endpoint.act, endpoint.way ?? 'does')
}

/** @throws RefusalError as `admitStaff`, for somebody who has lost the role or the login meanwhile */
export async function admitStill(
  tx: Transaction<Database>,
  { stillSignedIn }: StaffAccess,
  endpoint: Endpoint,
  staff: SignedInStaff,
): Promise<SignedInStaff | undefined> {
  return admitStaff(endpoint, await stillSignedIn(tx, staff))
}

/** The grant that the page or the input names, if the operation reads a part of a member's record. */
export async function openGrant(
  access: StaffAccess,
  { part }: Endpoint,
  staff: SignedInStaff,
  input: Input,
  { now, grantId = grantIn(input) }: Pick<RequestFacts, 'now' | 'grantId'>,
): Promise<OpenGrant | undefined> {
  if (part === undefined) return undefined
  if (grantId === undefined) throw new RefusalError('VALIDATION_FAILED')
  return inTransaction(access.db, (tx) => access.openPart(tx, staff, grantId, part, now))
}

function grantIn({ query, body }: Input): string | undefined {
  for (const given of [query, body]) {
    const grant: unknown = given instanceof Object ? Reflect.get(given, 'grant') : undefined
    if (typeof grant === 'string') return grant
  }
  return undefined
}

/** What anybody meets in a day of work, and what somebody else's page may have sent. */
const ordinary = new Set(['SECOND_FACTOR_REQUIRED', 'FORGERY_SUSPECTED'])

/** Writes down that somebody was refused what is not theirs, or asked too often: the auditor reads it. */
export async function noteRefusal(
  { db }: StaffAccess,
  session: StaffSession,
  { operation, endpoint }: Asked,
  error: unknown,
  asked: { readonly now: Temporal.Instant; readonly traceKey: string },
): Promise<void> {
  if (!(error instanceof RefusalError) || ordinary.has(error.code)) return
  if (![403, 429].includes(errors[error.code].httpStatus)) return
  const by = { actor: 'staff', staffId: session.staffId, ...asked } as const
  await inTransaction(db, (tx) =>
    recordAct(tx, by, {
      chain: staffChain(session.staffId),
      action: 'staff-refused',
      target: operation,
      details: { act: endpoint.act, way: endpoint.way, code: error.code, roles: session.roles },
    }),
  )
}
