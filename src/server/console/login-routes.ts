import { Hono, type Context } from 'hono'
import { STAFF_ATTEMPT_SECONDS } from '#backend/console/staff/public.ts'
import { CallbackRefused, ProviderUnavailable } from '#backend/platform/oidc.ts'
import { rolesOfGroups } from '#domain/console/groups.ts'
import { safeBackPath } from '#protocol/back-path.ts'
import { antiForgery } from '#protocol/http.ts'
import { maskAddress } from '../edge/client-address.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { ConsoleCookies } from './cookies.ts'
import type { ConsoleServices } from './services.ts'

type Asked = Context<ServerEnv>

/** Where a login that came to nothing leads: pages that anybody may see. */
const ends = {
  failed: '/login?why=failed',
  turnedBack: '/login',
  out: '/login?why=out',
  noEntry: '/no-entry',
  directoryDown: '/directory-down',
} as const

const lead = (to: string) =>
  new Response(null, { status: 303, headers: { Location: to, 'Cache-Control': 'no-store' } })

/**
 * The browser's side of the login at the console. The directory is always asked for a second factor of the last minutes:
 * who is asked to show it again comes here once more.
 */
export function consoleLoginRoutes(services: ConsoleServices, cookies: ConsoleCookies) {
  const app = new Hono<ServerEnv>()
  const counted = limited(services.limiter, 'staffLogin')
  app.get('/auth/login', counted, (c) =>
    orDirectoryDown(services, c, () => begin(c, services, cookies)),
  )
  app.get('/auth/callback', counted, (c) =>
    orDirectoryDown(services, c, () => finish(c, services, cookies)),
  )
  app.post('/auth/logout', (c) => logOut(c, services, cookies))
  return app
}

async function orDirectoryDown({ log }: ConsoleServices, c: Asked, work: () => Promise<Response>) {
  try {
    return await work()
  } catch (err) {
    if (!(err instanceof CallbackRefused || err instanceof ProviderUnavailable)) throw err
    log.warn({ err, traceKey: c.get('facts').traceKey }, 'staff login')
    return lead(err instanceof CallbackRefused ? ends.failed : ends.directoryDown)
  }
}

const redirectUriOf = ({ config }: ConsoleServices) => `${config.CONSOLE_URL}/auth/callback`

async function begin(c: Asked, services: ConsoleServices, cookies: ConsoleCookies) {
  const { database, directory, logins } = services
  const begun = await directory.begin(redirectUriOf(services), 'secondFactor')
  const back = safeBackPath(c.req.query('back'))
  const secret = await logins.begin(database.db, begun, back)
  const forTheAttempt = { httpOnly: true, maxAgeSeconds: STAFF_ATTEMPT_SECONDS }
  c.header('Set-Cookie', cookies.set('attempt', secret, forTheAttempt))
  return c.redirect(begun.url)
}

async function finish(c: Asked, services: ConsoleServices, cookies: ConsoleCookies) {
  const { database, directory, logins, groupRoles } = services
  const { now, address = '', staff: before } = c.get('facts')
  const { search, searchParams } = new URL(c.req.url)
  if (searchParams.get('error') === 'access_denied') return lead(ends.turnedBack)
  const secret = cookies.read(c.req.header('cookie'), 'attempt') ?? ''
  const attempt = await logins.take(database.db, secret)
  if (attempt === undefined) throw new CallbackRefused('no login was begun here')
  const callback = new URL(redirectUriOf(services) + search)
  const said = await directory.finish(callback, { ...attempt, proof: 'secondFactor' })
  if (!said.hasSecondFactor) throw new CallbackRefused('the directory says of no second factor')
  const roles = rolesOfGroups(said.groups, groupRoles)
  if (roles.length === 0) {
    await database.db.transaction().execute((tx) => logins.noteNoEntry(tx, said.subject))
    return lead(ends.noEntry)
  }
  const login = {
    subject: said.subject,
    name: said.person.name || said.person.loginName,
    roles,
    // Our clock may have been moved: the age is carried over.
    secondFactorAt: now.subtract({ seconds: said.passwordAgeSeconds ?? 0 }),
    refreshToken: said.refreshToken,
    idToken: said.idToken,
  }
  const from = {
    userAgent: c.req.header('user-agent') ?? '',
    addressMasked: maskAddress(address),
    instead: before?.sessionHash,
  }
  const opened = await database.db.transaction().execute((tx) => logins.open(tx, login, from))
  const token = services.forgery.tokenFor(opened.sessionHash)
  c.header('Set-Cookie', cookies.set('session', opened.secret, { httpOnly: true }))
  c.header('Set-Cookie', cookies.set('antiForgery', token), { append: true })
  c.header('Set-Cookie', cookies.clear('attempt'), { append: true })
  return c.redirect(attempt.back, 303)
}

async function logOut(c: Asked, services: ConsoleServices, cookies: ConsoleCookies) {
  const { config, database, directory, forgery, log, logins } = services
  const { staff, traceKey } = c.get('facts')
  if (!staff) return lead(ends.out)
  const form = await c.req.formData()
  const field = form.get(antiForgery.field)
  const allowed = forgery.allows({
    method: 'POST',
    origin: c.req.header('origin'),
    fetchSite: c.req.header('sec-fetch-site'),
    sessionHash: staff.sessionHash,
    cookie: cookies.read(c.req.header('cookie'), 'antiForgery'),
    token: typeof field === 'string' ? field : '',
  })
  if (!allowed) return lead(ends.failed)
  const idToken = await database.db.transaction().execute((tx) => logins.signOut(tx, staff))
  c.header('Set-Cookie', cookies.clear('session'))
  c.header('Set-Cookie', cookies.clear('antiForgery'), { append: true })
  c.header('Clear-Site-Data', '"cache", "storage"')
  if (idToken === undefined) return c.redirect(ends.out, 303)
  try {
    const end = await directory.endSessionUrl(idToken, `${config.CONSOLE_URL}${ends.out}`)
    return c.redirect(end ?? ends.out, 303)
  } catch (err) {
    if (!(err instanceof ProviderUnavailable)) throw err
    log.warn({ err, traceKey }, 'logout at the directory')
    return c.redirect(ends.out, 303)
  }
}
