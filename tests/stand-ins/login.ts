import * as oidc from 'openid-client'

export const redirectUri = 'http://portal.test/auth/callback'

/** A login as a portal begins it, with what it keeps to read the answer by. */
export async function beginLogin(config: oidc.Configuration, extra: Record<string, string> = {}) {
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile email mvno',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...extra,
  })
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce }
  const claimsOf = async (back: URL) =>
    (await oidc.authorizationCodeGrant(config, back, checks)).claims()
  return { url: url.href, checks, claimsOf }
}
