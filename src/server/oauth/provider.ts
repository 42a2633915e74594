import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac, generateKeyPairSync, timingSafeEqual } from 'node:crypto'
import * as errors from 'oidc-provider/lib/helpers/errors.js'
import { base, Check } from 'oidc-provider/lib/helpers/interaction_policy/index.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import type { Adapter, Configuration } from 'oidc-provider'
import { hashSecret } from '#backend/db/ids.ts'
import { plainPage } from '#portal/plain-page.ts'
import { accessScopes, OPEN_API_PATH, REQUEST_MINUTES, MCP_PATH } from '#vocabulary/connection.ts'
import { connectionConsentPage } from '#vocabulary/pages.ts'
import type { Services } from '../services.ts'

/** What the surrounding server knows of a request that the library answers. */
export type Visit = {
  /** Who is signed in at the portal: the login is the portal's, the library has none of its own. */
  readonly accountId: string | undefined
  readonly isRevocation: boolean
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** What tokens can be for: the operations of the wire, and the tools of an agent. */
export const resourcesOf = (publicUrl: string) => ({
  api: publicUrl + OPEN_API_PATH,
  mcp: publicUrl + MCP_PATH,
})

export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  jwks: '/oauth/jwks',
} as const

export type OauthServer = ReturnType<typeof createOauthServer>

/**
 * The authorization server (docs/decisions/120): the certified library, for code with PKCE and refresh tokens that rotate, and
 * nothing else. Who is signed in, what is agreed to and what is stored are the portal's.
 */
export function createOauthServer(services: Pick<Services, 'oauth' | 'config' | 'log'>) {
  const { oauth, config, log } = services
  const visits = new AsyncLocalStorage<Visit>()
  const provider: Provider = new Provider(config.PUBLIC_URL, {
    ...settings(config),
    adapter: (model) => adapterOf(services, model, visits),
    interactions: {
      policy: policy(),
      async url({ oidc }, interaction) {
        const accountId = visits.getStore()?.accountId
        if (accountId === undefined) throw new errors.AccessDenied('nobody is signed in')
        const scopes = accessScopes.filter((scope) => oidc.requestParamScopes.has(scope))
        if (scopes.length === 0) throw new errors.InvalidScope('no scope of ours was asked for', '')
        const [resource = resourcesOf(config.PUBLIC_URL).api] = Object.keys(
          oidc.resourceServers ?? {},
        )
        const beyond = await oauth.ask({
          requestId: interaction.uid,
          accountId,
          clientId: oidc.client?.clientId ?? '',
          scopes,
          resource,
          redirectHost: new URL(String(oidc.params?.['redirect_uri'])).host,
        })
        if (beyond.length > 0)
          throw new errors.InvalidScope('the app is not registered for it', beyond.join(' '))
        return connectionConsentPage(interaction.uid)
      },
    },
    async loadExistingGrant({ oidc }) {
      const grantId = oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : provider.Grant.find(grantId)
    },
    features: { ...features, resourceIndicators: resourceIndicators(config.PUBLIC_URL) },
  })
  provider.proxy = true
  provider.on('server_error', (_, err) => log.error({ err }, 'authorization server'))
  // A client's secret is stored as a hash.
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { clientSecret?: string }, given: string) {
      const [one, other] = [Buffer.from(hashSecret(given)), Buffer.from(this.clientSecret ?? '')]
      return one.length === other.length && timingSafeEqual(one, other)
    },
  })
  return {
    callback: provider.callback(),
    visits,
    /** Tells the library what the member has decided. @returns whether anything is decided */
    passOnDecision: (requestId: string, accountId: string) =>
      passOnDecision(provider, oauth, { requestId, accountId }),
  }
}

async function passOnDecision(
  provider: Provider,
  oauth: Services['oauth'],
  of: { readonly requestId: string; readonly accountId: string },
): Promise<boolean> {
  const decision = await oauth.decisionOf(of)
  const interaction = await provider.Interaction.find(of.requestId)
  if (decision === undefined || interaction === undefined) return false
  const now = Math.floor(Date.now() / 1000)
  if (decision.isGranted) {
    const { grantId, clientId, resource, scopes, declined } = decision
    const grant = new provider.Grant({ accountId: of.accountId, clientId })
    grant.jti = grantId
    grant.addResourceScope(resource, scopes.join(' '))
    if (declined.length > 0) grant.rejectResourceScope(resource, declined.join(' '))
    // Its end is the connection's.
    await grant.save()
    interaction.result = {
      login: { accountId: of.accountId, remember: false },
      consent: { grantId },
    }
  } else
    interaction.result = { error: 'access_denied', error_description: 'the member has declined' }
  await interaction.save(interaction.exp - now)
  return true
}

/** The member is asked each time: a login of ours, or an earlier agreement, agrees to nothing. */
function policy() {
  const all = base()
  all
    .get('login')
    ?.checks.push(
      new Check('portal_login', 'the member is asked at the portal', ({ oidc }) =>
        oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    )
  return all
}

function settings({ PUBLIC_URL, SESSION_SECRET }: Services['config']) {
  const cookieKey = createHmac('sha256', SESSION_SECRET).update('oauth cookies').digest('base64url')
  const isHttps = PUBLIC_URL.startsWith('https:')
  const cookies = { path: '/oauth', signed: true, secure: isHttps, sameSite: 'lax' } as const
  return {
    // The library wants a key; nothing that it signs is ever handed out.
    jwks: { keys: [{ ...unusedKey(), alg: 'ES256', use: 'sig' }] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    pkce: { required: () => true },
    routes: oauthPaths,
    cookies: {
      keys: [cookieKey],
      names: { session: 'oauth_session', interaction: 'oauth_request', resume: 'oauth_resume' },
      long: cookies,
      short: cookies,
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    expiresWithSession: async () => false,
    // Pages of any site may fetch tokens for apps that keep no secret; they have proved themselves by PKCE.
    clientBasedCORS: (_ctx, _origin, client) => client.tokenEndpointAuthMethod === 'none',
    findAccount: async (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
    renderError: (ctx, { error }) => {
      ctx.type = 'html'
      ctx.body = plainPage({
        title: '連携を続けられません',
        paragraphs: [
          'アプリからの申し出を読み取れないか、期限が過ぎています。アプリに戻り、もう一度始めてください。',
          `アプリを作った方への手がかり：${error}`,
        ],
        traceKey: undefined,
        links: [],
      })
    },
    ttl: {
      AccessToken: HOUR_SECONDS,
      AuthorizationCode: 60,
      Grant: 365 * DAY_SECONDS,
      Interaction: REQUEST_MINUTES * 60,
      RefreshToken: 90 * DAY_SECONDS,
      Session: REQUEST_MINUTES * 60,
    },
  } satisfies Configuration
}

const unusedKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

const features = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  revocation: { enabled: true },
  introspection: {
    enabled: true,
    // An app asks about what it was given, and no other.
    allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
  },
} satisfies Configuration['features']

const resourceIndicators = (publicUrl: string) => {
  const known: readonly string[] = Object.values(resourcesOf(publicUrl))
  return {
    enabled: true,
    defaultResource: async (_ctx, _client, oneOf) => oneOf ?? resourcesOf(publicUrl).api,
    useGrantedResource: async () => true,
    getResourceServerInfo: async (_ctx, resource) => {
      if (!known.includes(resource)) throw new errors.InvalidTarget()
      return {
        scope: accessScopes.join(' '),
        audience: resource,
        accessTokenFormat: 'opaque',
        accessTokenTTL: HOUR_SECONDS,
      }
    },
  } satisfies NonNullable<Configuration['features']>['resourceIndicators']
}

/** How the library stores; grants live and end with the connection behind them. */
function adapterOf(
  { oauth }: Pick<Services, 'oauth'>,
  model: string,
  visits: AsyncLocalStorage<Visit>,
): Adapter {
  if (model === 'Client') return readsOnly(oauth.findClient)
  return {
    ...readsOnly((id) => oauth.find({ model, id })),
    upsert: (id, payload, seconds) => oauth.keep({ model, id, payload }, seconds ?? DAY_SECONDS),
    async consume(id) {
      if (await oauth.consume({ model, id })) return
      // Two at once have read it as unused: the second is a thief's, or the first was.
      const stored = await oauth.find({ model, id })
      if (typeof stored?.['grantId'] === 'string') await oauth.endGrant(stored['grantId'], 'reuse')
      throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      if (model !== 'Grant') await oauth.destroy({ model, id })
      else await oauth.endGrant(id, visits.getStore()?.isRevocation === true ? 'app' : 'reuse')
    },
  }
}

const readsOnly = (find: (id: string) => Promise<Record<string, unknown> | undefined>): Adapter => {
  const nothing = async () => undefined
  return {
    find,
    findByUid: nothing,
    findByUserCode: nothing,
    upsert: nothing,
    consume: nothing,
    destroy: nothing,
    // All of a grant's ends with the grant, in one go.
    revokeByGrantId: nothing,
  }
}
