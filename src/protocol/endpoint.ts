import type { z } from 'zod'
import type { AccessScope } from '#vocabulary/connection.ts'
import type { ActWay, ConsoleAct, RecordPart } from '#vocabulary/console.ts'
import type { Proof } from '#vocabulary/proof.ts'
import type { FamilyRole } from '#vocabulary/family.ts'
import type { ErrorCode } from './errors.ts'

/** Where the contract for an endpoint comes from: a row of specification 7.2, or us. */
export type SpecSection =
  | '7.2 Platform'
  | '7.2 Account'
  | '7.2 Contract'
  | '7.2 SIM'
  | '7.2 Billing'
  | '7.2 Data and lines'
  | '7.2 Options'
  | '7.2 Coupons'
  | '7.2 Port-out'
  | 'ours'

/** visitor: anybody; account: signed in at the provider; member: has a contract; staff: signed in at the console. */
export type Access = 'visitor' | 'account' | 'member' | 'staff'

/** Operations that are counted together, called by a page or by a program. The server has the figures. */
export type OperationLimit =
  | 'login'
  | 'postcodes'
  | 'attempts'
  | 'purchases'
  | 'ownMails'
  | 'applications'
  | 'applicationSteps'
  | 'applicationMails'
  | 'applicationChecks'
  | 'applicationLookups'

/**
 * What is asked about, counted whoever asks: the number, the order or the mailbox of another person. Of staff the subject is
 * who asks.
 */
export type SubjectLimit =
  | 'successionNumbers'
  | 'handoverNumbers'
  | 'orderNumbers'
  | 'giftCodes'
  | 'recipients'
  | 'staffFinds'
  | 'staffFindsOfDay'
  | 'staffReveals'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Days in Japan, `YYYY-MM-DD`: from `endsOn` on it is not answered, half a year after `announcedOn` at the earliest. */
export type Deprecation = {
  readonly announcedOn: string
  readonly endsOn: string
  /** What programs call instead, by its name. */
  readonly instead?: string
}

/** An object, or one of several told apart by one field (the steps of a procedure). */
type Body = z.ZodObject | z.ZodDiscriminatedUnion

/** One operation of the wire. `path` has no trailing slash: `http.ts` alone knows about that. */
export type Endpoint = {
  readonly spec: SpecSection
  readonly method: Method
  readonly path: `/api/${string}`
  readonly access: Access
  /**
   * Which members of the family may call it at a contract that is another's; nobody but the holder where it is left out. A
   * user of a line asks by `lineId`, and about that line alone (docs/decisions/116).
   */
  readonly roles?: readonly FamilyRole[]
  /**
   * By which scope a program that the member has let in may call it; by none where it is left out. Never of what costs money,
   * ends something or wants a proof (docs/decisions/119).
   */
  readonly scope?: AccessScope
  /** It goes away: programs are told, and it answers them until then (docs/decisions/119). */
  readonly deprecated?: Deprecation
  /** What the login must be like; refused with a code of `proofCodes`, which `errors` need not name. */
  readonly proof?: Proof
  /** Not from a device that is new to the account: there is nothing that could be held. Refused with NEW_DEVICE_WAIT. */
  readonly knownDevice?: true
  /** What somebody of the staff does by it: asked against the table of roles and acts. Of every staff endpoint. */
  readonly act?: ConsoleAct
  /** How the act is done by it, where not alone: who proposes or approves needs the role for just that. */
  readonly way?: ActWay
  /**
   * Which part of a member's record it reads: the query or the body names an open `grant`, and it is noted before anything
   * leaves.
   */
  readonly part?: RecordPart
  /** How often it may be asked for, where that is limited. */
  readonly limit?: OperationLimit
  /** What it asks about, counted by the handler: a caller without a session proves something of somebody there. */
  readonly countsAbout?: SubjectLimit
  /** One Japanese line; it becomes the summary in the OpenAPI document. */
  readonly summary: string
  readonly query?: z.ZodObject
  readonly body?: Body
  readonly result: z.ZodType
  /** Refusals beyond those every endpoint may give (see `generalErrorCodes`). */
  readonly errors?: readonly ErrorCode[]
}

export type Api = Readonly<Record<string, Endpoint>>

type Head<M extends Method> = Pick<Endpoint, 'spec' | 'path'> & { readonly method: M }

type Rest = Omit<Endpoint, keyof Head<Method> | 'access' | 'act' | 'way' | 'part'> &
  Partial<Pick<Endpoint, 'spec'>>

type StaffRest = Omit<Endpoint, keyof Head<Method> | 'access' | 'roles' | 'scope' | 'act'> & {
  readonly act: ConsoleAct
}

/**
 * Declares one endpoint by who may call it and keeps its literal type, from which every layer derives its own. It is ours
 * where no section of the specification is named.
 */
const endpointOf =
  <const A extends Exclude<Access, 'staff'>>(access: A) =>
  <const M extends Method, const R extends Rest>(
    method: M,
    path: Endpoint['path'],
    rest: R,
  ): R & Head<M> & { readonly access: A } => ({ spec: 'ours', ...rest, access, method, path })

/** Anybody may call it. */
export const visitorEndpoint = endpointOf('visitor')
/** Who is signed in at the provider may call it. */
export const accountEndpoint = endpointOf('account')
/** Who has a contract may call it. */
export const memberEndpoint = endpointOf('member')

/** Declares one endpoint of the staff's console: what is done by it is said, or it does not compile. */
export const staffEndpoint = <const M extends Method, const R extends StaffRest>(
  method: M,
  path: `/api/console/${string}`,
  rest: R,
): R & Head<M> & { readonly access: 'staff' } => ({
  ...rest,
  spec: 'ours',
  access: 'staff',
  method,
  path,
})

/** As `staffEndpoint`, of several by which the same is done. */
export const byAct =
  <const Act extends ConsoleAct>(act: Act) =>
  <const M extends Method, const R extends Omit<StaffRest, 'act'>>(
    method: M,
    path: `/api/console/${string}`,
    rest: R,
  ) =>
    staffEndpoint(method, path, { ...rest, act })

type Empty = Record<never, never>

/** What a handler receives: query and body after parsing (defaults filled, text normalised). */
export type Input<E extends Endpoint> = {
  readonly query: E extends { readonly query: infer Q extends z.ZodObject } ? z.output<Q> : Empty
  readonly body: E extends { readonly body: infer B extends Body } ? z.output<B> : Empty
}

/** What a caller sends, before parsing. */
export type RawInput<E extends Endpoint> = {
  readonly query: E extends { readonly query: infer Q extends z.ZodObject } ? z.input<Q> : Empty
  readonly body: E extends { readonly body: infer B extends Body } ? z.input<B> : Empty
}

/** What the client hands to its caller: parsed, with the brands of `primitives.ts`. */
export type Result<E extends Endpoint> = z.output<E['result']>

/** What a handler returns: as `Result`, but plain strings and numbers need no brand. */
export type Answer<E extends Endpoint> = z.input<E['result']>

/** One handler per operation; a missing one does not compile. */
export type Handlers<A extends Api, Caller> = {
  readonly [K in keyof A]: (input: Input<A[K]>, caller: Caller) => Promise<Answer<A[K]>>
}
