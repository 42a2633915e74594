import { requireKnownDevice, requireProof, type Caller } from '#backend/caller.ts'
import { Hono } from 'hono'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DatabaseHandle } from '#backend/db/connect.ts'
import { CommitUnknown, inTransaction } from '#backend/db/known-commit.ts'
import { isDatabaseOutage } from '#backend/db/outage.ts'
import type { Database } from '#backend/db/tables.ts'
import { openReads } from '#backend/db/memoized-reads.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { runKeyed } from '#backend/idempotency.ts'
import type { Log } from '#backend/log.ts'
import type { ForgeryGuard } from '#backend/middleware/forgery.ts'
import { RefusalError, toWireRefusal } from '#backend/refusal.ts'
import { maskResult } from '#backend/mask-result.ts'
import { createAccountQueue, type AccountQueue } from '#backend/account-queue.ts'
import {
  admitStaff,
  admitStill,
  noteRefusal,
  openGrant,
  staffChain,
  type StaffAccess,
} from '#backend/staff-access.ts'
import {
  inProcess,
  overHttp,
  toAnswer,
  toResponse,
  type Asked,
  type InProcessInit,
  type WireResponse,
  type RequestFacts,
} from '#backend/wire.ts'
import type { Api, Endpoint, OperationLimit, SubjectLimit } from '#protocol/endpoint.ts'
import { failureBody, successBody } from '#protocol/envelope.ts'
import {
  antiForgery,
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  idempotentReplayedHeader,
  noStoreResponseHeaders,
  readQuery,
  traceKeyHeader,
  withTrailingSlash,
  type Answer,
} from '#protocol/http.ts'

/** Written as a method so that handlers of every endpoint fit: the schema has made their input what they declare. */
type AnyHandler = {
  run(input: { query: unknown; body: unknown }, caller: Caller): Promise<unknown>
}['run']
export type MountedHandlers = Readonly<Record<string, AnyHandler | undefined>>

export type ApiEnv = { Bindings: RequestFacts }

/**
 * What goes on once a change is committed: calls to the outside are never made inside its transaction. Asked again for a
 * repeated call, with the answer that was kept; what it answers is what the caller reads.
 */
type AfterCommit = {
  run(answer: unknown, caller: Omit<Caller, 'db'>): Promise<unknown>
}['run']
export type AfterCommits = Readonly<Record<string, AfterCommit | undefined>>

export type MountOptions = {
  afterCommit?: AfterCommits
  database: DatabaseHandle
  sealing: Sealing
  forgery: ForgeryGuard
  log: Log
  /** Counts the request; how many seconds to wait when it is one too many. */
  countRequest?: (limit: OperationLimit, facts: RequestFacts) => Promise<number | undefined>
  /** Counts about a subject, whoever asks; how many seconds to wait when it is one too many. */
  countAbout?: (limit: SubjectLimit, subject: string) => Promise<number | undefined>
  /** Looks at every parsed input before the handler does; absent in production. */
  onInput?: ((input: unknown) => Promise<void>) | undefined
  /** Of the changes of one account, or of one person of the staff; those of this process, if not given. */
  accountQueue?: AccountQueue | undefined
  /** Of the console's operations; without it none of them is mounted. */
  staff?: StaffAccess | undefined
}

type Mounting = MountOptions & { accountQueue: AccountQueue }

/** An operation asked from within this process, by its method and address. */
type AskInProcess = (address: string, init: InProcessInit, facts: RequestFacts) => Promise<Answer>

/** Makes the HTTP application of the endpoints: each convention of the wire is applied here, once. */
export function mountApi(api: Api, handlers: MountedHandlers, given: MountOptions) {
  const options: Mounting = { ...given, accountQueue: given.accountQueue ?? createAccountQueue() }
  const app = new Hono<ApiEnv>({ strict: false })
  const answers = new Map<string, (asked: Asked) => Promise<WireResponse>>()
  for (const [name, endpoint] of Object.entries(api)) {
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`The operation ${name} has no handler`)
    if (endpoint.access === 'staff' && !options.staff)
      throw new Error(`The operation ${name} is the console's`)
    const answering = (asked: Asked) => answer(asked, name, endpoint, handler, options)
    answers.set(`${endpoint.method} ${withTrailingSlash(endpoint.path)}`, answering)
    app.on(endpoint.method, [endpoint.path, `${endpoint.path}/`], async (c) =>
      toResponse(await answering(overHttp(c.req.raw, c.env))),
    )
  }
  const methods = Map.groupBy(Object.values(api), (endpoint) => endpoint.path)
  for (const [path, endpoints] of methods) {
    const allow = [...new Set(endpoints.map((endpoint) => endpoint.method))].join(', ')
    app.all(path, (c) =>
      toResponse(
        failed(overHttp(c.req.raw, c.env), new RefusalError('METHOD_NOT_ALLOWED'), options, {
          Allow: allow,
        }),
      ),
    )
  }
  app.all('*', (c) =>
    toResponse(failed(overHttp(c.req.raw, c.env), new RefusalError('NOT_FOUND'), options)),
  )
  const answerTo = async (asked: Asked): Promise<WireResponse> => {
    const answering = answers.get(`${asked.method} ${withTrailingSlash(asked.path)}`)
    return answering === undefined
      ? failed(asked, new RefusalError('NOT_FOUND'), options)
      : answering(asked)
  }
  const ask: AskInProcess = async (address, init, facts) =>
    toAnswer(await answerTo(inProcess(address, init, facts)))
  return { app, ask, answerTo }
}

async function answer(
  asked: Asked,
  name: string,
  endpoint: Endpoint,
  handler: AnyHandler,
  options: Mounting,
): Promise<WireResponse> {
  try {
    const { facts } = asked
    requireScope(endpoint, facts)
    checkAccess(endpoint, facts)
    if (facts.bearer === undefined) checkForgery(asked, endpoint, options.forgery)
    const staff = admitStaff(endpoint, facts.staff)
    if (endpoint.limit) await countOne(endpoint.limit, facts, options)
    const input = await readInput(asked, endpoint)
    requireOwnLine(endpoint, facts, input)
    await options.onInput?.(input)
    const grant =
      options.staff && staff && (await openGrant(options.staff, endpoint, staff, input, facts))
    if (grant) facts.reads?.forget()
    const work: Work = { name, endpoint, handler, input, staff, grant }
    const { result, replayed } = await run(asked, work, options)
    const headers = { ...noStoreResponseHeaders, [traceKeyHeader]: facts.traceKey }
    return {
      status: 200,
      headers: replayed ? { ...headers, [idempotentReplayedHeader]: 'true' } : headers,
      body: successBody(result),
    }
  } catch (error) {
    const { staff } = asked.facts
    if (options.staff === undefined || staff === undefined) return failed(asked, error, options)
    const refused = { operation: name, endpoint }
    return noteRefusal(options.staff, staff, refused, error, asked.facts).then(
      () => failed(asked, error, options),
      (unwritten: unknown) => failed(asked, unwritten, options),
    )
  }
}

/**
 * A program calls what it was given, and nothing that declares no scope. No cookie came with it, so that no page of
 * another site can have made a browser send it.
 * @throws RefusalError SCOPE_MISSING
 */
function requireScope({ scope }: Endpoint, { bearer }: RequestFacts) {
  if (bearer === undefined) return
  if (scope === undefined || !bearer.scopes.includes(scope)) throw new RefusalError('SCOPE_MISSING')
}

function checkAccess({ access, roles = [] }: Endpoint, { signedIn, staff }: RequestFacts) {
  if (access === 'visitor') return
  if (access === 'staff' ? !staff : !signedIn) throw new RefusalError('NOT_SIGNED_IN')
  if (access !== 'member') return
  const role = signedIn?.place?.role
  const isOpen = role === undefined ? Boolean(signedIn?.contractId) : roles.includes(role)
  if (!isOpen) throw new RefusalError('ACCESS_DENIED')
}

/**
 * A user of a line, or a program that sees some lines, asks about these and no other: what an endpoint shows without a line
 * is the whole contract's.
 * @throws RefusalError NOT_FOUND: another line of the contract looks like one that does not exist
 */
function requireOwnLine(
  { access, path }: Endpoint,
  { signedIn, bearer }: RequestFacts,
  { query, body }: { readonly query: unknown; readonly body: unknown },
) {
  const place = signedIn?.place
  if (access !== 'member' || path.startsWith(familyPath)) return
  const asked = lineIn(query) ?? lineIn(body)
  if (place?.role === 'lineUser' && asked !== place.lineId) throw new RefusalError('NOT_FOUND')
  if (bearer?.lineIds && !bearer.lineIds.some((lineId) => lineId === asked))
    throw new RefusalError('NOT_FOUND')
}

const lineIn = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'lineId' in part ? part.lineId : undefined

/** Operations that are the family's own and know themselves what a role shows. */
const familyPath = '/api/family/'

/**
 * Whose changes wait for each other, and whose keys are one's own: an account, a program of it, or somebody of the staff. On
 * behalf of two members in two tabs, one key is two.
 */
function personOf({ staff, grantId, signedIn, bearer }: RequestFacts): string {
  if (bearer !== undefined) return bearer.connectionId
  if (staff === undefined) return signedIn?.accountId ?? ''
  const person = staffChain(staff.staffId)
  return grantId === undefined ? person : `${person} ${grantId}`
}

/** @throws RefusalError TOO_MANY_REQUESTS */
async function countOne(limit: OperationLimit, facts: RequestFacts, options: Mounting) {
  requireRest(await options.countRequest?.(limit, facts))
}

function requireRest(retryAfterSeconds: number | undefined) {
  if (retryAfterSeconds !== undefined)
    throw new RefusalError('TOO_MANY_REQUESTS', { retryAfterSeconds })
}

/** Who has no session has no token of one: there the request must come from a page of ours, and that is all. */
function checkForgery(asked: Asked, endpoint: Endpoint, forgery: ForgeryGuard) {
  const cookies = asked.header('cookie') ?? ''
  const sender = { origin: asked.header('origin'), fetchSite: asked.header('sec-fetch-site') }
  const session = asked.facts.staff ?? asked.facts.signedIn
  if (endpoint.access === 'visitor' && !session && forgery.isFromOurOrigin(sender)) return
  const allowed = forgery.allows({
    method: asked.method,
    ...sender,
    sessionHash: session?.sessionHash ?? '',
    scope: asked.facts.grantId,
    cookie: forgery.tokenIn(cookies),
    token: asked.header(antiForgery.header.toLowerCase()),
  })
  if (!allowed) throw new RefusalError('FORGERY_SUSPECTED')
}

/** @throws RefusalError VALIDATION_FAILED with the sentences beside the fields */
export async function readInput(asked: Asked, endpoint: Endpoint) {
  const query = endpoint.query
    ? parse(endpoint.query, readQuery(new URLSearchParams(asked.search)))
    : {}
  const body = endpoint.body ? parse(endpoint.body, await readJson(asked)) : {}
  return { query, body }
}

async function readJson(asked: Asked): Promise<unknown> {
  const text = await asked.text()
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RefusalError('VALIDATION_FAILED', { cause })
  }
}

function parse(schema: z.ZodType, value: unknown) {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: Record<string, string[]> = {}
  for (const issue of parsed.error.issues) {
    const name = issue.path.map(String).join('.') || 'form'
    ;(fields[name] ??= []).push(issue.message)
  }
  throw new RefusalError({ code: 'VALIDATION_FAILED', fields })
}

type Work = {
  readonly name: string
  readonly endpoint: Endpoint
  readonly handler: AnyHandler
  readonly input: { query: unknown; body: unknown }
} & Pick<Caller, 'staff' | 'grant'>

async function run(
  asked: Asked,
  { name: operation, endpoint, handler, input, grant, ...work }: Work,
  options: Mounting,
): Promise<{ result: unknown; replayed: boolean }> {
  const { now, traceKey, signedIn, bearer, reads, applicationSecret, overSessionHash, grantId } =
    asked.facts
  const count = (limit: OperationLimit) => countOne(limit, asked.facts, options)
  const countAbout = async (limit: SubjectLimit, subject: string) =>
    requireRest(await options.countAbout?.(limit, subject))
  const { database, accountQueue } = options
  const call = async (db: Caller['db'], staff = work.staff) => {
    const caller: Caller = {
      db,
      now,
      traceKey,
      signedIn,
      bearer,
      applicationSecret,
      overSessionHash,
      staff,
      grant,
      grantId,
      count,
      countAbout,
    }
    if (endpoint.proof) requireProof(endpoint.proof, caller)
    if (endpoint.knownDevice) requireKnownDevice(caller)
    const result = endpoint.result.parse(await handler(input, caller))
    return endpoint.access === 'staff' ? maskResult(endpoint.result, result) : result
  }
  if (endpoint.method === 'GET')
    return { result: await call((reads ?? openReads(database)).db), replayed: false }
  const key = asked.header(idempotencyKeyHeader.toLowerCase())
  const person = personOf(asked.facts)
  const callIn = async (tx: Transaction<Database>) => {
    if (options.staff === undefined || work.staff === undefined) return call(tx)
    return call(tx, await admitStill(tx, options.staff, endpoint, work.staff))
  }
  const change = async () => {
    if (key === undefined)
      return { result: await inTransaction(database.db, callIn), replayed: false }
    if (!idempotencyKeyPattern.test(key)) throw new RefusalError('VALIDATION_FAILED')
    const asker = person || visitorOf(asked.facts, options.sealing)
    return runKeyed(options, { asker, operation, key, body: input, now }, callIn)
  }
  try {
    const changed = await (person === '' ? change() : accountQueue.run(person, change))
    const goOn = options.afterCommit?.[operation]
    if (goOn === undefined) return changed
    const goingOn = goOn(endpoint.result.parse(changed.result), { now, traceKey, signedIn })
    const completed = await goingOn.catch(throwCommitted)
    return { ...changed, result: endpoint.result.parse(completed) }
  } finally {
    reads?.forget()
  }
}

/**
 * Whose keys a visitor's are. An answer that is kept may hold the secret of an application: another visitor who sends the
 * same key is somebody else. Before there is an application, only the address tells them apart.
 */
function visitorOf({ applicationSecret, address = '' }: RequestFacts, sealing: Sealing) {
  return `visitor:${sealing.index('idempotency visitor', applicationSecret ?? address)}`
}

function failed(
  { path, facts: { traceKey } }: Asked,
  error: unknown,
  options: MountOptions,
  extra: Record<string, string> = {},
): WireResponse {
  const { refusal, retryAfterSeconds } = toRefusalError(error)
  const { httpStatus, body } = failureBody(refusal.code, toWireRefusal(refusal))
  const entry = { traceKey, code: refusal.code, path, facts: refusal.facts }
  if (httpStatus >= 500) options.log.error({ ...entry, err: error }, 'request failed')
  else options.log.info(entry, 'request refused')
  const headers: Record<string, string> = {
    ...noStoreResponseHeaders,
    [traceKeyHeader]: traceKey,
    ...extra,
  }
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds)
  else if (refusal.code === 'IDEMPOTENCY_IN_FLIGHT' || httpStatus === 503)
    headers['Retry-After'] = '5'
  return { status: httpStatus, headers, body }
}

/** The change is committed: an outage after it must not be answered as "nothing was changed". */
function throwCommitted(error: unknown): never {
  throw isDatabaseOutage(error) ? new RefusalError('OUTCOME_UNKNOWN', { cause: error }) : error
}

function toRefusalError(error: unknown): RefusalError {
  if (error instanceof RefusalError) return error
  if (error instanceof CommitUnknown) return new RefusalError('OUTCOME_UNKNOWN', { cause: error })
  if (isDatabaseOutage(error)) return new RefusalError('UNAVAILABLE', { cause: error })
  return new RefusalError('INTERNAL', { cause: error })
}
