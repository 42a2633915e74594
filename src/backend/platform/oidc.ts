import { setTimeout as pause } from 'node:timers/promises'
import * as client from 'openid-client'
import { PROOF_MINUTES, type Proof } from '#vocabulary/proof.ts'

export type OidcOptions = {
  /** Where the configuration lets it begin with http:, the provider's other addresses may too. */
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
  /** The `acr` by which the provider says that a login was made with a second factor; asked for where it is wanted. */
  secondFactorAcr?: string
  /** How long the provider may take for one answer. */
  timeoutSeconds?: number
}

/** The provider did not answer in time, or answered what it must not. */
export class ProviderUnavailable extends Error {}
/** State, nonce, issuer, signature or code did not fit: nobody is signed in. */
export class CallbackRefused extends Error {}

type Checks = { state: string; nonce: string; verifier: string; proof?: Proof | undefined }

export type Oidc = ReturnType<typeof createOidc>

/** Discovery runs at the first login and is memoized. */
type Provider = { readonly options: OidcOptions; known?: client.Configuration }

const timeoutOf = ({ timeoutSeconds = 2 }: OidcOptions) => timeoutSeconds

/**
 * Relying party: authorization code with PKCE, state and nonce. An outage of the provider stops neither the boot nor
 * the sessions that are open.
 */
export function createOidc(options: OidcOptions) {
  const provider: Provider = { options }
  return {
    begin: (redirectUri: string, proof?: Proof, wantsAccount?: boolean) =>
      begin(provider, redirectUri, proof, wantsAccount),
    finish: (callback: URL, checks: Checks) => finish(provider, callback, checks),
    endSessionUrl: (idToken: string, returnTo: string) =>
      endSessionUrl(provider, idToken, returnTo),
  }
}

async function configuration(provider: Provider) {
  const { options } = provider
  provider.known ??= await client
    .discovery(new URL(options.issuer), options.clientId, options.clientSecret, undefined, {
      timeout: timeoutOf(options),
      execute: [
        // Not by TLS alone: a gateway between us and the provider cannot make a login up (docs/asvs.md 9.1.1).
        client.enableNonRepudiationChecks,
        ...(options.issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    })
    .catch((cause: unknown) => {
      throw new ProviderUnavailable('discovery failed', { cause })
    })
  return provider.known
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
 * @param wantsAccount leads to the provider's registration (Initiating User Registration via OpenID Connect 1.0).
 */
async function begin(provider: Provider, redirectUri: string, proof?: Proof, wantsAccount = false) {
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
  return { url: url.href, verifier, state, nonce }
}

/** A second factor of the last minutes is enough: who has just shown one is not asked again. */
function askFor({ options }: Provider, proof: Proof | undefined): Record<string, string> {
  if (proof === undefined) return {}
  // With max_age a provider must say when the password was typed (OpenID Connect Core 1.0, section 2, auth_time).
  const max_age = String(PROOF_MINUTES * 60)
  if (proof === 'freshLogin' || options.secondFactorAcr === undefined)
    return { prompt: 'login', max_age }
  return { acr_values: options.secondFactorAcr, max_age }
}

/** Exchanges the code within one limit for all that has to be asked for it. */
async function finish(provider: Provider, callback: URL, checks: Checks) {
  const wholeTimeoutMs = timeoutOf(provider.options) * 1250
  const patience = new AbortController()
  const late = pause(wholeTimeoutMs, undefined, { signal: patience.signal, ref: false }).then(
    () => {
      throw new ProviderUnavailable('the provider takes too long')
    },
  )
  try {
    return await Promise.race([exchange(provider, callback, checks), late])
  } finally {
    patience.abort()
    late.catch(() => undefined)
  }
}

/** Every check of the specification is the library's. */
async function exchange(provider: Provider, callback: URL, checks: Checks) {
  const config = await configuration(provider)
  const tokens = await client
    .authorizationCodeGrant(config, callback, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.verifier,
      ...(checks.proof && { maxAge: PROOF_MINUTES * 60 }),
      idTokenExpected: true,
    })
    .catch((cause: unknown) => {
      if (isOutage(cause)) throw new ProviderUnavailable('token request failed', { cause })
      throw new CallbackRefused('callback refused', { cause })
    })
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new CallbackRefused('no id token')
  return { claims, idToken: tokens.id_token, hasSecondFactor: isSecondFactor(provider, claims) }
}

/** The level counts; where the provider also says by what means, one of them alone is not enough. */
function isSecondFactor({ options }: Provider, { acr, amr }: client.IDToken) {
  if (options.secondFactorAcr === undefined || acr !== options.secondFactorAcr) return false
  return !Array.isArray(amr) || amr.includes('mfa') || amr.length > 1
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

function isOutage(cause: unknown) {
  if (cause instanceof TypeError) return true
  if (cause instanceof client.ClientError)
    return cause.code === 'OAUTH_TIMEOUT' || isServerFault(cause.cause)
  return cause instanceof client.ResponseBodyError && cause.status >= 500
}

/** An answer that is no OAuth answer at all, such as a gateway's 503. */
function isServerFault(answer: unknown) {
  return answer instanceof Response && answer.status >= 500
}
