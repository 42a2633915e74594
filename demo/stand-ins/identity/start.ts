import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { sessionRequest } from '#outside/identity.ts'
import { answerOnce, answersSchema } from '../wire/answers.ts'
import { bearer } from '../wire/bearer.ts'
import { callbacksSchema, createCallbacks, type ReportOptions } from '../wire/callbacks.ts'
import { neverAnswer } from '../wire/faults.ts'
import type { RunningServer, ServerOptions } from '../wire/listen.ts'
import { readBody, refusal } from '../wire/refusal.ts'
import { startStandIn, type StandInParts, type TickOptions } from '../wire/stand-in.ts'
import { sentinelOf } from '../wire/sentinels.ts'
import { transaction } from '../wire/store.ts'
import { documents, endedPage, outcomes, readingPage } from './reading-page.ts'
import type { DocumentKind, Outcome } from './reading-page.ts'
import {
  findDocument,
  findSession,
  insertSession,
  isFinal,
  overdueSessions,
  saveDocument,
  sessionSchema,
  updateSession,
} from './session-store.ts'
import type { ReadDocument, Session, State } from './session-store.ts'

export type IdentityOptions = ServerOptions &
  ReportOptions &
  TickOptions & {
    secret: string
    /** Origins the reading page may lead back to. */
    returnOrigins: string[]
  }

const sessionMinutes = 30

/** What of the document was not right; a session whose time ran out names nothing. */
const failureOf: Readonly<Record<Outcome, string[] | null>> = {
  matched: null,
  undocumented: null,
  faceless: null,
  mismatch: ['address'],
  unreadable: null,
  expired: ['certificate'],
}

const stateOf = (outcome: Outcome): State =>
  outcome === 'undocumented' || outcome === 'faceless' ? 'matched' : outcome

/** An invented number that is the same for the same order and document; none where the reader leaves it out. */
function documentOf(
  { orderId }: Session,
  kind: DocumentKind,
  outcome: Outcome,
): ReadDocument | undefined {
  if (outcome === 'unreadable') return undefined
  const digest = createHash('sha256').update(`${kind} ${orderId}`).digest('hex')
  const digits = String(BigInt(`0x${digest.slice(0, 16)}`)).padStart(20, '0')
  const reference = {
    my_number_card: `JPKI-${digest.slice(0, 12).toUpperCase()}`,
    driving_licence: digits.slice(-12),
    residence_card: `AB${digits.slice(-8)}CD`,
    special_permanent_resident_certificate: `CD${digits.slice(-8)}AB`,
  }[kind]
  const compared = kind === 'my_number_card' ? 'certificate' : 'chip-and-face'
  const method = outcome === 'faceless' ? 'ic-chip' : compared
  return { method, kind, reference: outcome === 'undocumented' ? null : reference }
}

/** Where the page is, and whether it is looked at on a phone, as browsers of phones say it. */
const linksOf = (c: Context) => ({
  url: new URL(c.req.path, c.req.url).href,
  isAtDesk: !/Mobi/u.test(c.req.header('user-agent') ?? ''),
})

function backOf({ returnUrl, sessionId }: Session): string {
  const back = new URL(returnUrl)
  back.searchParams.set('session', sessionId)
  return back.href
}

/** Starts the identity reader: docs/outside-systems.md 4. */
export const startIdentity = (options: IdentityOptions): Promise<RunningServer> =>
  startStandIn('identity', options, sessionSchema + answersSchema + callbacksSchema, (parts) =>
    identityRoutes(options, parts),
  )

function identityRoutes(options: IdentityOptions, { app, faults, store, url }: StandInParts) {
  const { now } = options
  const callbacks = createCallbacks({ ...options, store, faults })
  const text = (at: Temporal.Instant) =>
    at.toString({ timeZone: 'Asia/Tokyo', smallestUnit: 'second' })

  /** Saves an outcome; a final one is reported. */
  const conclude = (
    session: Session,
    outcome: Outcome,
    at: Temporal.Instant,
    { failure = failureOf[outcome], read }: { failure?: string[] | null; read?: ReadDocument } = {},
  ): Session => {
    const state = stateOf(outcome)
    const concluded: Session = {
      ...session,
      state,
      verifiedOn: state === 'matched' ? text(at).slice(0, 10) : null,
      failure,
    }
    updateSession(store, concluded)
    if (read !== undefined) saveDocument(store, session.sessionId, read)
    if (isFinal(state)) {
      const { sessionId, orderId, verifiedOn } = concluded
      const body = { eventId: `identity-${sessionId}`, type: 'identity', sessionId, orderId, state }
      const said = { verifiedOn, failure, ...findDocument(store, sessionId) }
      callbacks.enqueue(sessionId, { ...body, at: text(at), ...said }, at)
    }
    return concluded
  }
  const deliver = () =>
    transaction(store, () => {
      for (const session of overdueSessions(store, now())) {
        const at = Temporal.Instant.fromEpochMilliseconds(session.expiresAt)
        conclude(session, 'expired', at, { failure: null })
      }
    })
  const tick = () => {
    deliver()
    return callbacks.dispatch()
  }

  app.use(async (_c, next) => {
    deliver()
    await next()
  })
  app.use('/sessions', bearer(options.secret))
  app.use('/sessions/*', bearer(options.secret))

  app.get('/sessions/:sessionId', (c) => {
    const session = findSession(store, c.req.param('sessionId'))
    if (session === undefined) throw refusal(404, 'SESSION_UNKNOWN')
    const { sessionId, orderId, state, verifiedOn, failure } = session
    const read = findDocument(store, sessionId)
    return c.json({ sessionId, orderId, state, verifiedOn, failure, ...read })
  })

  app.get('/read/:sessionId', async (c) => {
    c.header('cache-control', 'no-store')
    const session = findSession(store, c.req.param('sessionId'))
    if (session === undefined) return c.html(await endedPage(), 410)
    // Read on the phone meanwhile, or over: the way back is the same.
    if (isFinal(session.state)) return c.html(await endedPage(backOf(session)), 410)
    const asked = outcomes.find(({ value }) => session.orderId.endsWith(`-${value}`))
    if (asked !== undefined && session.state === 'waiting')
      return proceed(c, session, asked.value, 'my_number_card')
    if (session.state === 'waiting') updateSession(store, { ...session, state: 'reading' })
    const shown = session.state === 'unreadable' ? { shown: session.state } : {}
    return c.html(await readingPage({ ...shown, ...linksOf(c) }))
  })

  app.post('/read/:sessionId', async (c) => {
    const session = findSession(store, c.req.param('sessionId'))
    if (session === undefined || isFinal(session.state)) return c.html(await endedPage(), 410)
    const body = await c.req.parseBody()
    const chosen = outcomes.find(({ value }) => value === body['outcome'])
    if (chosen === undefined)
      return c.html(await readingPage({ shown: 'nothing-chosen', ...linksOf(c) }), 422)
    const shown = documents.find(({ value }) => value === body['document'])?.value
    return proceed(c, session, chosen.value, shown ?? 'my_number_card')
  })

  const proceed = async (
    c: Context,
    session: Session,
    outcome: Outcome,
    kind: DocumentKind,
  ): Promise<Response> => {
    const read = documentOf(session, kind, outcome)
    transaction(store, () => conclude(session, outcome, now(), { ...(read && { read }) }))
    if (outcome === 'unreadable')
      return c.html(await readingPage({ shown: 'unreadable', ...linksOf(c) }))
    // On the phone nobody is signed in: one goes on where one began.
    if (c.req.query('phone') !== undefined) return c.html(await endedPage())
    return c.redirect(backOf(session), 303)
  }

  app.post('/sessions', async (c) => {
    const body = await readBody(c, sessionRequest)
    const sentinel = sentinelOf([body.orderId])
    if (sentinel === 'lost') return neverAnswer(c)
    if (!options.returnOrigins.includes(new URL(body.returnUrl).origin)) {
      throw refusal(422, 'RETURN_URL_REFUSED')
    }
    const answer = answerOnce(store, c, body, () => {
      const { orderId, returnUrl } = body
      const sessionId = randomBytes(18).toString('base64url')
      const expiresAt = now().add({ minutes: sessionMinutes })
      const session = { sessionId, orderId, returnUrl, expiresAt: expiresAt.epochMilliseconds }
      insertSession(store, session)
      const wire = { sessionId, orderId, url: `${url}/read/${sessionId}`, state: 'waiting' }
      return { status: 201, body: { ...wire, expiresAt: text(expiresAt) } }
    })
    return sentinel === 'silent' ? neverAnswer(c) : answer
  })
  return tick
}
