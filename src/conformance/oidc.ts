import * as client from 'openid-client'
import type { OutsideSystem } from '#outside/operation.ts'
import type { LoginProof } from '#vocabulary/proof.ts'
import { createOidc } from '#backend/platform/oidc.ts'
import {
  Broken,
  changes,
  givenOf,
  hold,
  NotTried,
  personOf,
  reads,
  same,
  type Bench,
  type Suite,
} from './check.ts'
import { fieldOf, readJson } from './json.ts'
import { checkTransport } from './transport.ts'

/** What a standard describes has no document of ours: the provider serves it (OpenID Connect Discovery 1.0). */
const provider: OutsideSystem = {
  name: 'oidc',
  title: 'Login provider',
  description: 'OpenID Connect: the login of members.',
  operations: {},
}

/** How far a provider's clock may be off before nobody can log in. */
const MOST_SECONDS_OFF = 5 * 60

const SCOPE = 'openid profile email mvno'
const LOGIN = 'log in with a test account'
const SECOND_FACTOR = 'log in with a second factor'
const LEAVE = 'leave the login without logging in'

async function partyOf(bench: Bench) {
  const acr = await bench.given('secondFactorAcr')
  return createOidc({
    issuer: bench.url,
    clientId: await givenOf(bench, 'clientId'),
    clientSecret: bench.secret,
    scope: SCOPE,
    ...(acr && { secondFactorAcr: acr }),
    timeoutSeconds: bench.answerWithinMs / 1000,
  })
}

/** A fault of the provider's, in one sentence. */
const asBroken = (cause: unknown): never => {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const code = [fieldOf(inner, 'error'), fieldOf(inner, 'code')].find(
    (said) => typeof said === 'string',
  )
  throw new Broken(`${inner instanceof Error ? inner.message : String(inner)} ${code ?? ''}`)
}

async function discover(bench: Bench) {
  const clientId = await givenOf(bench, 'clientId')
  return client
    .discovery(new URL(bench.url), clientId, bench.secret, undefined, {
      timeout: bench.answerWithinMs / 1000,
      execute: [
        client.enableNonRepudiationChecks,
        ...(bench.url.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    })
    .catch(asBroken)
}

/** A login as the portal makes it. */
async function logIn(bench: Bench, deed = LOGIN, proof?: LoginProof) {
  const person = personOf(bench)
  const party = await partyOf(bench)
  const redirectUri = await givenOf(bench, 'returnUrl')
  const begunSeconds = machineSeconds()
  const { url, ...checks } = await party.begin(redirectUri, proof).catch(asBroken)
  const back = new URL(await person(deed, url))
  hold(back.href.startsWith(redirectUri), `led back to ${back.origin}${back.pathname}`)
  const finish = () => party.finish(back, { ...checks, proof })
  return { back, checks, begunSeconds, finish }
}

/** Tokens are dated by the machine, whatever clock the portal has. */
const machineSeconds = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)

/** Where an authorization request leads without a browser's cookies, without following it. */
async function authorize(bench: Bench, fields: Readonly<Record<string, string | undefined>>) {
  const config = await discover(bench)
  const all: Record<string, string | undefined> = {
    redirect_uri: await givenOf(bench, 'returnUrl'),
    scope: SCOPE,
    state: bench.newId(),
    nonce: bench.newId(),
    code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
    ...fields,
  }
  const defined = Object.entries(all).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  const address = client.buildAuthorizationUrl(config, new URLSearchParams(defined))
  const signal = AbortSignal.timeout(bench.answerWithinMs)
  const answer = await fetch(address, { redirect: 'manual', signal })
  await answer.body?.cancel()
  const location = answer.headers.get('location')
  const to = location === null ? undefined : new URL(location, address)
  return { status: answer.status, to, state: all['state'] }
}

async function checkDiscovery(bench: Bench) {
  const { issuer, ...metadata } = (await discover(bench)).serverMetadata()
  same('issuer', issuer.replace(/\/$/, ''), bench.url)
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const address = metadata[name] ?? ''
    hold(URL.canParse(address), `${name} is missing`)
    const isSafe = new URL(address).protocol === 'https:' || bench.url.startsWith('http:')
    hold(isSafe, `${name} is ${address}`)
  }
}

async function checkOffers(bench: Bench) {
  const metadata = (await discover(bench)).serverMetadata()
  const offers = {
    response_types_supported: 'code',
    code_challenge_methods_supported: 'S256',
    token_endpoint_auth_methods_supported: 'client_secret_post',
    id_token_signing_alg_values_supported: 'RS256',
  } as const
  for (const [name, wanted] of Object.entries(offers)) {
    const values = fieldOf(metadata, name)
    const isOffered = Array.isArray(values) && values.includes(wanted)
    hold(isOffered, `${name} does not say ${wanted}: ${JSON.stringify(values)}`)
  }
}

/** What the ID token says; the adapter has verified it. */
function claimsIn(idToken: string): Readonly<Record<string, unknown>> {
  const payload = readJson(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
  return typeof payload === 'object' && payload !== null ? { ...payload } : {}
}

async function checkPerson(bench: Bench) {
  const { person, idToken } = await (await logIn(bench)).finish().catch(asBroken)
  hold(person.name !== '', 'neither ID token nor UserInfo say a name')
  hold(person.email !== '', 'neither ID token nor UserInfo say an email')
  const claims = claimsIn(idToken)
  for (const name of ['email_verified', 'mvno_member', 'staff'])
    hold(typeof claims[name] === 'boolean', `${name} is ${JSON.stringify(claims[name])}`)
}

async function checkFresh(bench: Bench) {
  const { finish, begunSeconds } = await logIn(bench, LOGIN, 'freshLogin')
  const { passwordAgeSeconds } = await finish().catch(asBroken)
  hold(passwordAgeSeconds !== undefined, 'the ID token has no auth_time')
  const lasted = machineSeconds() - begunSeconds
  const isFresh = passwordAgeSeconds <= lasted + 1
  hold(isFresh, `the password is ${passwordAgeSeconds} s old, in a login of ${lasted} s`)
}

async function checkSecondFactor(bench: Bench) {
  await givenOf(bench, 'secondFactorAcr')
  const { finish } = await logIn(bench, SECOND_FACTOR, 'secondFactor')
  const { hasSecondFactor, idToken } = await finish().catch(asBroken)
  const { acr, amr } = claimsIn(idToken)
  hold(hasSecondFactor, `acr is ${JSON.stringify(acr)}, amr ${JSON.stringify(amr)}`)
}

/** The token endpoint, asked by hand. */
async function exchange(
  bench: Bench,
  fields: Readonly<Record<string, string>>,
  secret = bench.secret,
) {
  const address = (await discover(bench)).serverMetadata().token_endpoint ?? ''
  const answer = await fetch(address, {
    method: 'POST',
    signal: AbortSignal.timeout(bench.answerWithinMs),
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      redirect_uri: await givenOf(bench, 'returnUrl'),
      client_id: await givenOf(bench, 'clientId'),
      client_secret: secret,
      ...fields,
    }),
  })
  const json = readJson(await answer.text())
  return { status: answer.status, error: fieldOf(json, 'error'), json }
}

async function checkOnce(bench: Bench) {
  const { back, checks, finish } = await logIn(bench)
  await finish().catch(asBroken)
  const code = back.searchParams.get('code') ?? ''
  const again = await exchange(bench, { code, code_verifier: checks.verifier })
  same('the same code again', [again.status, again.error], [400, 'invalid_grant'])
}

async function checkVerifier(bench: Bench) {
  const { back } = await logIn(bench)
  const code = back.searchParams.get('code') ?? ''
  const other = client.randomPKCECodeVerifier()
  const { status, error } = await exchange(bench, { code, code_verifier: other })
  same('a code with the verifier of another', [status, error], [400, 'invalid_grant'])
  const plain = { code_challenge: undefined, code_challenge_method: undefined }
  const { to } = await authorize(bench, plain)
  same('a request without PKCE', to?.searchParams.get('error'), 'invalid_request')
}

async function checkClient(bench: Bench) {
  const fields = { code: 'conf-code', code_verifier: client.randomPKCECodeVerifier() }
  const { status, error } = await exchange(bench, fields, `${bench.secret}-another`)
  same('a wrong client secret', [status, error], [401, 'invalid_client'])
}

async function checkRedirect(bench: Bench) {
  const foreign = 'https://conf.invalid/callback'
  const { status, to } = await authorize(bench, { redirect_uri: foreign })
  hold(to?.origin !== new URL(foreign).origin, 'the browser is led to an address that is not ours')
  hold(status >= 400, `an address that is not ours is answered ${status}`)
}

async function checkSilent(bench: Bench) {
  const { to, state } = await authorize(bench, { prompt: 'none' })
  hold(to !== undefined, 'prompt=none shows a page')
  const said = [to.searchParams.get('error'), to.searchParams.get('state')]
  same('error and state', said, ['login_required', state])
}

async function checkLeft(bench: Bench) {
  const { back, checks } = await logIn(bench, LEAVE)
  const said = [back.searchParams.get('error'), back.searchParams.get('state')]
  same('error and state', said, ['access_denied', checks.state])
}

async function checkTokenTimes(bench: Bench) {
  const { idToken } = await (await logIn(bench)).finish().catch(asBroken)
  const { iat, exp } = claimsIn(idToken)
  hold(typeof iat === 'number' && typeof exp === 'number', 'the ID token has no iat or exp')
  const seconds = Math.abs(machineSeconds() - iat)
  hold(seconds <= MOST_SECONDS_OFF, `iat is ${seconds} s from our clock`)
  const lives = exp - iat
  hold(lives >= 60 && lives <= 24 * 3600, `the ID token lives ${lives} s`)
}

async function checkEnd(bench: Bench) {
  const party = await partyOf(bench)
  const { idToken } = await (await logIn(bench)).finish().catch(asBroken)
  const returnTo = await givenOf(bench, 'afterLogout')
  const address = await party.endSessionUrl(idToken, returnTo).catch(asBroken)
  if (address === undefined) throw new NotTried('the provider offers no end_session_endpoint')
  const signal = AbortSignal.timeout(bench.answerWithinMs)
  const answer = await fetch(address, { redirect: 'manual', signal })
  await answer.body?.cancel()
  hold(answer.status < 400, `the end of the session is answered ${answer.status}`)
}

/** Where one registers: by `prompt=create`, or at the page that is named in its place. */
async function checkRegistration(bench: Bench) {
  const page = await bench.given('registrationUrl')
  if (page !== undefined) {
    const answer = await fetch(page, { signal: AbortSignal.timeout(bench.answerWithinMs) })
    await answer.body?.cancel()
    return hold(answer.ok, `the page where one registers is answered ${answer.status}`)
  }
  const { status, to } = await authorize(bench, { prompt: 'create' })
  const error = to?.searchParams.get('error')
  hold(error == null, `prompt=create is answered ${error}`)
  hold(status < 400, `prompt=create is answered ${status}`)
  const ours = new URL(await givenOf(bench, 'returnUrl'))
  const isOurs = to?.origin === ours.origin && to.pathname === ours.pathname
  hold(!isOurs, 'prompt=create leads back to us at once')
}

export const oidcSuite: Suite = {
  system: provider,
  creates: ['with --return: about ten logins of a test account, and codes that are not used'],
  wanted: {
    clientId: { what: "the portal's client id (its secret is in --secret-file)" },
    returnUrl: { what: 'a redirect URI that is registered for it' },
    afterLogout: { what: 'an address for after the logout that is registered for it' },
    registrationUrl: { what: 'the page where one registers, if prompt=create is not known' },
    secondFactorAcr: { what: 'the acr of a login with a second factor' },
  },
  answerWithinMs: 2000,
  checks: [
    reads('WIRE-12', checkTransport),
    reads('OIDC-1', checkDiscovery),
    reads('OIDC-2', checkOffers),
    changes('OIDC-3', async (bench) => {
      const { subject } = await (await logIn(bench)).finish().catch(asBroken)
      hold(subject !== '', 'sub is empty')
    }),
    changes('OIDC-4', checkPerson),
    changes('OIDC-5', checkFresh),
    changes('OIDC-6', checkSecondFactor),
    changes('OIDC-7', checkOnce),
    changes('OIDC-8', checkVerifier),
    reads('OIDC-9', checkClient),
    reads('OIDC-10', checkRedirect),
    reads('OIDC-11', checkSilent),
    changes('OIDC-12', checkLeft),
    changes('OIDC-13', checkTokenTimes),
    changes('OIDC-14', checkEnd),
    reads('OIDC-15', checkRegistration),
  ],
}
