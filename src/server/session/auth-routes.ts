import { Hono, type Context } from 'hono'
import { hashSecret, newSecret } from '#backend/db/ids.ts'
import { insertRow } from '#backend/db/rows.ts'
import { CallbackRefused, ProviderUnavailable } from '#backend/platform/oidc.ts'
import { hasPasskey } from '#backend/passkey/public.ts'
import { provePage } from '#vocabulary/pages.ts'
import { loginProofs, proofAddress, proofs, type Proof } from '#vocabulary/proof.ts'
import { READABLE_DAYS } from '#vocabulary/stored-figures.ts'
import { safeBackPath } from '#protocol/back-path.ts'
import type { Cookies } from './cookies.ts'
import { isOurForm, setSession } from './own-session.ts'
import { showPasskey } from './show-passkey.ts'
import { attemptAad } from './tables.ts'
import { maskAddress } from '../edge/client-address.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'

/** How long a begun login may take. */
const ATTEMPT_SECONDS = 600
/** As long as browsers keep a cookie at most; every login renews it. */
const DEVICE_SECONDS = 400 * 24 * 3600
/** How long a phone can open what it has kept of my page; the browser counts it by the phone's clock. */
const STORED_SECONDS = READABLE_DAYS * 24 * 3600

/**
 * What a browser may still hold of a member's pages after the logout, the page that "back" would show among it. Not all
 * cookies: the device's says that the browser is known, and survives logins.
 */
const LEFT_BEHIND = '"cache", "storage"'

type FailedReason = 'refused' | 'cancelled' | 'unavailable' | 'loggedOutHere' | 'secondFactor'

const pageOf = (reason: FailedReason) => `/auth/failed?reason=${reason}`

/** Leads to the page that says what went wrong; it answers with the reason's status (`site/login-failed`). */
function failed(reason: FailedReason, more: Readonly<Record<string, string>> = {}) {
  return new Response(null, {
    status: 303,
    headers: { Location: pageOf(reason), 'Cache-Control': 'no-store', ...more },
  })
}

/** The browser's side of the login and of its proofs: /auth/login, /auth/callback, /auth/passkey, /auth/logout. */
export function authRoutes(services: Services, cookies: Cookies) {
  const app = new Hono<ServerEnv>()
  const counted = limited(services.limiter, 'login')
  app.get('/auth/login', counted, (c) => beginLogin(c, services, cookies))
  app.get('/auth/callback', counted, (c) => finishLogin(c, services, cookies))
  app.post('/auth/passkey', counted, (c) => showPasskey(c, services, cookies))
  app.post('/auth/logout', (c) => logOut(c, services, cookies))
  return app
}

type Asked = Context<ServerEnv>

const redirectUriOf = ({ config }: Services) => `${config.PUBLIC_URL}/auth/callback`

async function beginLogin(c: Asked, services: Services, cookies: Cookies) {
  const { database, loginClock, oidc, sealing } = services
  const back = safeBackPath(c.req.query('back'))
  const wanted = proofs.find((known) => known === c.req.query('proof'))
  if (wanted !== undefined && (await isOfferedHere(c, services, wanted)))
    return c.redirect(provePage({ proof: wanted, back }), 303)
  const proof = loginProofs.find((known) => known === wanted)
  const maxAgeSeconds = ATTEMPT_SECONDS
  const backCookie = cookies.set('backUrl', encodeURIComponent(back), { maxAgeSeconds })
  try {
    const wantsAccount = c.req.query('register') === '1'
    const begun = await oidc.begin(redirectUriOf(services), proof, wantsAccount)
    const secret = newSecret()
    const attempt = hashSecret(secret)
    await insertRow(database.db, 'login_attempt', {
      attempt_hash: attempt,
      state: begun.state,
      nonce: begun.nonce,
      verifier_sealed: sealing.seal(attemptAad(attempt), begun.verifier),
      back_path: back,
      proof: proof ?? null,
      created_at: loginClock.now(),
    })
    c.header('Set-Cookie', cookies.set('attempt', secret, { httpOnly: true, maxAgeSeconds }))
    c.header('Set-Cookie', backCookie, { append: true })
    return c.redirect(begun.url)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    services.log.warn({ err: error, traceKey: c.get('facts').traceKey }, 'login provider')
    return failed('unavailable', { 'Set-Cookie': backCookie })
  }
}

/** The provider knows nothing of passkeys: who has one is offered it first, and who must be proved strongly never gets by with a code. */
async function isOfferedHere(c: Asked, { database }: Services, wanted: Proof) {
  const { signedIn } = c.get('facts')
  if (!signedIn) return false
  if (wanted === 'strong') return true
  return c.req.query('way') !== 'provider' && hasPasskey(database.db, signedIn.accountId)
}

async function finishLogin(c: Asked, services: Services, cookies: Cookies) {
  const { now, traceKey, signedIn } = c.get('facts')
  const { search, searchParams } = new URL(c.req.url)
  if (searchParams.get('error') === 'access_denied') return failed('cancelled')
  try {
    const secret = cookies.read(c.req.header('cookie'), 'attempt')
    const attempt = await takeAttempt(services, secret)
    const callback = new URL(redirectUriOf(services) + search)
    const finished = await services.oidc.finish(callback, attempt)
    if (attempt.proof === 'secondFactor' && !finished.hasSecondFactor) return failed('secondFactor')
    const identity = identityOf(finished, now)
    const isJustAsked = attempt.proof === 'freshLogin'
    const isShutOut = () =>
      services.sessions.isShutOut(services.database.db, identity, { isJustAsked })
    if (!signedIn && (await isShutOut()))
      return isJustAsked
        ? failed('refused')
        : c.redirect(proofAddress('freshLogin', attempt.back), 303)
    const opened = await openSession(c, services, cookies, identity)
    setCookies(c, services, cookies, opened)
    return c.redirect('/login_back.html')
  } catch (error) {
    if (!(error instanceof CallbackRefused || error instanceof ProviderUnavailable)) throw error
    services.log.warn({ err: error, traceKey }, 'login refused')
    return failed(error instanceof CallbackRefused ? 'refused' : 'unavailable')
  }
}

type Finished = Awaited<ReturnType<Services['oidc']['finish']>>
type Identity = Parameters<Services['logins']['open']>[1]

const identityOf = (
  { subject, person, passwordAgeSeconds: age, idToken, hasSecondFactor }: Finished,
  now: Temporal.Instant,
): Identity => ({
  subject,
  ...person,
  // Our clock may have been moved: the age is carried over.
  authenticatedAt: age === undefined ? null : now.subtract({ seconds: age }),
  hasSecondFactor,
  idToken,
})

/** The browser's former session ends; what it had begun as a visitor goes on in the new one. */
async function openSession(c: Asked, services: Services, cookies: Cookies, identity: Identity) {
  const { database, logins, sessions, loginClock } = services
  const { now, signedIn: old, applicationSecret, address = '' } = c.get('facts')
  if (old) await sessions.close(database.db, old.sessionHash, now)
  return database.db.transaction().execute(async (tx) => {
    const login = await logins.open(tx, identity, {
      now,
      loginNow: loginClock.now(),
      userAgent: c.req.header('user-agent') ?? '',
      addressMasked: maskAddress(address),
      device: { secret: cookies.read(c.req.header('cookie'), 'device') },
    })
    await services.bindApplication(tx, applicationSecret, login.accountId, now)
    return login
  })
}

type Opened = Awaited<ReturnType<Services['logins']['open']>>

function setCookies(c: Asked, services: Services, cookies: Cookies, opened: Opened) {
  const { secret, device } = opened
  const known = { httpOnly: true, maxAgeSeconds: DEVICE_SECONDS }
  setSession(c, services, cookies, secret)
  // Stored nowhere here: it opens what this one browser keeps for itself (docs/decisions/108).
  const stored = cookies.set('stored', newSecret(), { maxAgeSeconds: STORED_SECONDS })
  c.header('Set-Cookie', stored, { append: true })
  if (device) c.header('Set-Cookie', cookies.set('device', device.secret, known), { append: true })
  c.header('Set-Cookie', cookies.clear('attempt'), { append: true })
}

/** An attempt counts once, for the browser that began it, for ten minutes. */
async function takeAttempt(services: Services, secret: string | undefined) {
  const { database, loginClock, sealing } = services
  const now = loginClock.now()
  const hash = hashSecret(secret ?? '')
  const attempt = await database.db
    .updateTable('login_attempt')
    .set({ used_at: now })
    .where('attempt_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('created_at', '>', now.subtract({ seconds: ATTEMPT_SECONDS }))
    .returning(['state', 'nonce', 'verifier_sealed', 'proof', 'back_path'])
    .executeTakeFirst()
  if (!attempt) throw new CallbackRefused('no login was begun here')
  const verifier = sealing.open(attemptAad(hash), attempt.verifier_sealed)
  const { state, nonce, proof, back_path: back } = attempt
  return { state, nonce, verifier, back, proof: proof ?? undefined }
}

async function logOut(c: Asked, services: Services, cookies: Cookies) {
  const { config, database, oidc, sessions } = services
  const { signedIn, now } = c.get('facts')
  if (!signedIn) {
    leaveNothing(c, cookies)
    return c.redirect('/', 303)
  }
  if (!isOurForm(c, services, cookies, await c.req.formData())) return failed('refused')
  const idToken = await database.db
    .transaction()
    .execute((tx) => sessions.leave(tx, signedIn.sessionHash, now))
  leaveNothing(c, cookies)
  if (!idToken) return c.redirect('/', 303)
  try {
    const end = await oidc.endSessionUrl(idToken, `${config.PUBLIC_URL}/`)
    return c.redirect(end ?? '/', 303)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    services.log.warn({ err: error, traceKey: c.get('facts').traceKey }, 'logout at the provider')
    return c.redirect(pageOf('loggedOutHere'), 303)
  }
}

/** Takes from the browser what opens a member's pages and what it has kept of them, also where the login is long over. */
function leaveNothing(c: Asked, cookies: Cookies) {
  for (const name of ['session', 'antiForgery', 'stored'] as const)
    c.header('Set-Cookie', cookies.clear(name), { append: true })
  c.header('Clear-Site-Data', LEFT_BEHIND)
}
