import { setTimeout as pause } from 'node:timers/promises'
import * as client from 'openid-client'
import { PROOF_MINUTES, type LoginProof } from '#vocabulary/proof.ts'
import {
  groupsOf,
  isSecondFactor,
  lacksPerson,
  passwordAgeOf,
  personOf,
  withUserInfo,
  type ClaimNames,
  type Claims,
} from './oidc-claims.ts'

export type OidcOptions = {
  /** Where the configuration lets it begin with http:, the provider's other addresses may too. */
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
  /** The `acr` by which the provider says that a login was made with a second factor; asked for where it is wanted. */
  secondFactorAcr?: string
  /** Where one registers, for a provider that does not know `prompt=create`. */
  registrationUrl?: string | undefined
  /** What the provider calls the claims that are read. */
  claims?: ClaimNames
  /** The claim with the person's groups, where it is read: a list of names. */
  groupsClaim?: string | undefined
  /** How long the provider may take for one answer. */
  timeoutSeconds?: number
}

/** The provider did not answer in time, or answered what it must not. */
export class ProviderUnavailable extends Error {}
/** State, nonce, issuer, signature or code did not fit: nobody is signed in. */
export class CallbackRefused extends Error {}

type Checks = { state: string; nonce: string; verifier: string; proof?: LoginProof | undefined }

export type Oidc = ReturnType<typeof createOidc>

/** Discovery runs at the first login and is memoized; the keys are stored as the library stores them. */
type Provider = {
  readonly options: OidcOptions
  known?: client.Configuration
  keys?: client.ExportedJWKSCache | undefined
}

/** How far the provider's clock may be off. */
const CLOCK_TOLERANCE_SECONDS = 360
/** The library asks for keys anew, where one is unknown, once those it has are a minute old. */
const KEYS_OLD_ENOUGH_SECONDS = 60

const timeoutOf = ({ timeoutSeconds = 2 }: OidcOptions) => timeoutSeconds

/**
 * Relying party: authorization code with PKCE, state and nonce. An outage of the provider stops neither the boot nor
 * the sessions that are open.
 */
export function createOidc(options: OidcOptions) {
  const provider: Provider = { options }
  return {
    begin: (redirectUri: string, proof?: LoginProof, wantsAccount?: boolean) =>
      begin(provider, redirectUri, proof, wantsAccount),
    finish: (callback: URL, checks: Checks) => finish(provider, callback, checks),
    renew: (refreshToken: string, subject: string) => renew(provider, refreshToken, subject),
    endSessionUrl: (idToken: string, returnTo: string) =>
      endSessionUrl(provider, idToken, returnTo),
  }
}

async function configuration(provider: Provider) {
  const { options } = provider
  provider.known ??= await client
    .discovery(new URL(options.issuer), options.clientId, options.clientSecret, undefined, {
      timeout: timeoutOf(options),
      execute: settingsOf(options),
    })
    .catch((cause: unknown) => {
      throw new ProviderUnavailable('discovery failed', { cause })
    })
  return provider.known
}

const settingsOf = ({ issuer }: OidcOptions) => [
  // Not by TLS alone: a gateway between us and the provider cannot make a login up (docs/asvs.md 9.1.1).
  client.enableNonRepudiationChecks,
  ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
]

/**
 * For one exchange: the keys that are known, as if they had been read a minute ago. A provider may change its keys between
 * two logins within that minute; the code is spent by then, and the member would have to begin again.
 */
async function ofOneExchange(provider: Provider) {
  const { options } = provider
  const known = await configuration(provider)
  const own = new client.Configuration(known.serverMetadata(), options.clientId, {
    client_secret: options.clientSecret,
    [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  })
  own.timeout = timeoutOf(options)
  for (const set of settingsOf(options)) set(own)
  const { keys } = provider
  const before = Math.floor(Date.now() / 1000) - KEYS_OLD_ENOUGH_SECONDS
  if (keys) client.setJwksCache(own, { ...keys, uat: Math.min(keys.uat, before) })
  return own
}

/** Nobody is sent to a provider that does not answer: the browser would show nothing of ours there (quality R14). */
async function checkAnswering({ options }: Provider) {
  const { href } = new URL('.well-known/openid-configuration', `${options.issuer}/`)
  const signal = AbortSignal.timeout(timeoutOf(options) * 1000)
  const answer = await fetch(href, { redirect: 'error', signal }).catch((cause: unknown) => {
    throw new ProviderUnavailable('the provider does not answer', { cause })
  })
  await answer.body?.cancel()
  if (answer.status >= 500) throw new ProviderUnavailable(`the provider says ${answer.status}`)
}

/** @throws ProviderUnavailable at once if it cannot be asked now, whatever of it is memoized. */
async function answeringConfiguration(provider: Provider) {
  if (provider.known) await checkAnswering(provider)
  return configuration(provider)
}

/**
 * What must be remembered until the callback, and where to send the browser.
 * @param wantsAccount leads to the provider's registration (Initiating User Registration via OpenID Connect 1.0), or to the
 *   page where one registers; the login after it is begun anew.
 */
async function begin(
  provider: Provider,
  redirectUri: string,
  proof?: LoginProof,
  wantsAccount = false,
) {
  const config = await answeringConfiguration(provider)
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: provider.options.scope,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(wantsAccount ? { prompt: 'create' } : askFor(provider, proof)),
  })
  const { registrationUrl } = provider.options
  const href = wantsAccount && registrationUrl !== undefined ? registrationUrl : url.href
  return { url: href, verifier, state, nonce }
}

/** A second factor of the last minutes is enough: who has just shown one is not asked again. */
function askFor({ options }: Provider, proof: LoginProof | undefined): Record<string, string> {
  if (proof === undefined) return {}
  // With max_age a provider must say when the password was typed (OpenID Connect Core 1.0, section 2, auth_time).
  const max_age = String(PROOF_MINUTES * 60)
  if (proof === 'freshLogin' || options.secondFactorAcr === undefined)
    return { prompt: 'login', max_age }
  return { acr_values: options.secondFactorAcr, max_age }
}

/** Exchanges the code within one limit for all that has to be asked for it. */
const finish = (provider: Provider, callback: URL, checks: Checks) =>
  inTime(provider, () => exchange(provider, callback, checks))

async function inTime<Result>(provider: Provider, work: () => Promise<Result>): Promise<Result> {
  const wholeTimeoutMs = timeoutOf(provider.options) * 1250
  const patience = new AbortController()
  const late = pause(wholeTimeoutMs, undefined, { signal: patience.signal, ref: false }).then(
    () => {
      throw new ProviderUnavailable('the provider takes too long')
    },
  )
  try {
    return await Promise.race([work(), late])
  } finally {
    patience.abort()
    late.catch(() => undefined)
  }
}

/** Every check of the specification is the library's, but for the age of the password, which both clocks would count. */
async function exchange(provider: Provider, callback: URL, checks: Checks) {
  const { options } = provider
  const config = await ofOneExchange(provider)
  const tokens = await client
    .authorizationCodeGrant(config, callback, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.verifier,
      idTokenExpected: true,
    })
    .catch((cause: unknown) => {
      throw refusalOf('callback', cause)
    })
  provider.keys = client.getJwksCache(config)
  const said = tokens.claims()
  if (!said || !tokens.id_token) throw new CallbackRefused('no id token')
  const passwordAgeSeconds = passwordAgeOf(said)
  if (checks.proof && (passwordAgeSeconds ?? Infinity) > PROOF_MINUTES * 60)
    throw new CallbackRefused('the password was typed too long ago, or nobody knows when')
  const names = options.claims
  const wantsGroups = options.groupsClaim !== undefined && said[options.groupsClaim] === undefined
  const claims =
    names || wantsGroups
      ? await withPerson(config, tokens.access_token, said, names ?? {}, wantsGroups)
      : said
  return {
    subject: said.sub,
    person: personOf(claims, names ?? {}),
    passwordAgeSeconds,
    idToken: tokens.id_token,
    hasSecondFactor: isSecondFactor(said, options.secondFactorAcr),
    groups: groupsOf(claims, options.groupsClaim),
    refreshToken: tokens.refresh_token,
  }
}

/**
 * Asks who somebody is now, without the browser.
 * @returns the groups, and the token for the next time where the provider changes it
 * @throws CallbackRefused when the provider no longer answers for the person, ProviderUnavailable
 */
const renew = (provider: Provider, refreshToken: string, subject: string) =>
  inTime(provider, async () => {
    const config = await ofOneExchange(provider)
    const tokens = await client.refreshTokenGrant(config, refreshToken).catch((cause: unknown) => {
      throw refusalOf('refresh', cause)
    })
    // Not of the ID token: a provider need not make a new one, or may repeat in it what the login said.
    const asked = await client
      .fetchUserInfo(config, tokens.access_token, subject)
      .catch((cause: unknown) => {
        throw refusalOf('userinfo', cause)
      })
    return {
      groups: groupsOf(asked, provider.options.groupsClaim),
      refreshToken: tokens.refresh_token ?? refreshToken,
    }
  })

/** Asks the UserInfo endpoint where the ID token does not say who it is, and the provider has one. */
async function withPerson(
  config: client.Configuration,
  accessToken: string,
  said: client.IDToken,
  names: ClaimNames,
  always: boolean,
): Promise<Claims> {
  if (!always && !lacksPerson(said, names)) return said
  if (!config.serverMetadata().userinfo_endpoint) return said
  const asked = await client
    .fetchUserInfo(config, accessToken, said.sub)
    .catch((cause: unknown) => {
      throw refusalOf('userinfo', cause)
    })
  return withUserInfo(said, asked)
}

/** Where the browser goes to end the provider's own session; undefined when the provider offers no such place. */
async function endSessionUrl(provider: Provider, idToken: string, returnTo: string) {
  const config = await answeringConfiguration(provider)
  if (!config.serverMetadata().end_session_endpoint) return undefined
  return client.buildEndSessionUrl(config, {
    id_token_hint: idToken,
    post_logout_redirect_uri: returnTo,
  }).href
}

const refusalOf = (asked: string, cause: unknown) =>
  isOutage(cause)
    ? new ProviderUnavailable(`${asked} failed`, { cause })
    : new CallbackRefused(`${asked} refused`, { cause })

function isOutage(cause: unknown) {
  if (cause instanceof TypeError) return true
  if (cause instanceof client.ClientError)
    return cause.code === 'OAUTH_TIMEOUT' || isServerFault(cause.cause)
  return cause instanceof client.ResponseBodyError && cause.status >= 500
}

/**
 * An answer that is no OAuth answer at all, such as a gateway's 503. Known by its status: within a web server of ours
 * `Response` is the server's own, of which what `fetch` answers is none.
 */
function isServerFault(answer: unknown) {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'status' in answer &&
    typeof answer.status === 'number' &&
    answer.status >= 500
  )
}
