import { Provider } from 'oidc-provider/lib/provider.js'
import type { Configuration } from 'oidc-provider'
import { html, raw } from 'hono/html'
import { page } from '../wire/page.ts'
import type { Markup } from '../wire/page.ts'
import type { Store } from '../wire/store.ts'
import type { Accounts } from './accounts.ts'
import type { loadKeys } from './keys.ts'
import { createOidcAdapter } from './oidc-adapter.ts'
import { interactionPolicy } from './interaction-policy.ts'
import { SECOND_FACTOR_ACR } from './second-factor-policy.ts'

export type OidcClient = {
  clientId: string
  clientSecret: string
  redirectUris: string[]
  postLogoutRedirectUris: string[]
}

export type OidcOptions = {
  issuer: string
  store: Store
  keys: ReturnType<typeof loadKeys>
  /** Distinct per provider: cookies know no port, and two providers may share a host. */
  cookiePrefix: string
  claims: Record<string, string[]>
  clients: OidcClient[]
  accounts: Pick<Accounts, 'find'>
  /** Whether clients may ask again about somebody without the browser, and for how long. */
  refreshSeconds?: number
}

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds

/** The certified library, first-party: code with PKCE only, no consent screen, pages in Japanese. */
export function createOidcProvider(options: OidcOptions): Provider {
  const scope = Object.keys(options.claims).join(' ')
  const provider: Provider = new Provider(options.issuer, {
    adapter: (model) => createOidcAdapter(options.store, model),
    clients: options.clients.map((client) => ({
      client_id: client.clientId,
      client_secret: client.clientSecret,
      redirect_uris: client.redirectUris,
      post_logout_redirect_uris: client.postLogoutRedirectUris,
      grant_types: [
        'authorization_code',
        ...(options.refreshSeconds === undefined ? [] : ['refresh_token']),
      ],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      require_auth_time: true,
    })),
    jwks: { keys: [options.keys.signingKey] },
    cookies: {
      keys: [options.keys.cookieKey],
      names: {
        session: `${options.cookiePrefix}_session`,
        interaction: `${options.cookiePrefix}_interaction`,
        resume: `${options.cookiePrefix}_resume`,
      },
    },
    claims: options.claims,
    conformIdTokenClaims: false,
    // Also where `offline_access` was not asked for: its consent screen is not ours.
    issueRefreshToken: async () => options.refreshSeconds !== undefined,
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    async findAccount(_ctx, sub) {
      const account = options.accounts.find(sub)
      return account && { accountId: sub, claims: async () => ({ ...account.claims, sub }) }
    },
    // First-party clients: what they ask for is granted without a consent screen.
    async loadExistingGrant({ oidc }) {
      const clientId = oidc.client?.clientId
      const accountId = oidc.session?.accountId
      if (clientId === undefined || accountId === undefined) return undefined
      const known = oidc.session?.grantIdFor(clientId)
      const grant = known === undefined ? undefined : await provider.Grant.find(known)
      if (grant !== undefined && grant.accountId === accountId) return grant
      const fresh = new provider.Grant({ clientId, accountId })
      fresh.addOIDCScope(scope)
      await fresh.save()
      return fresh
    },
    acrValues: [SECOND_FACTOR_ACR],
    interactions: {
      policy: interactionPolicy(),
      url: (_ctx, interaction) => `/login/${interaction.uid}`,
    },
    routes,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        async logoutSource(ctx, form) {
          ctx.body = await page('ログアウトの確認', logoutQuestion(form))
        },
        async postLogoutSuccessSource(ctx) {
          ctx.body = await page(
            'ログアウト',
            html`<h1>ログアウトしました</h1>
              <p>この画面は閉じて構いません。</p>`,
          )
        },
      },
    },
    async renderError(ctx, out) {
      ctx.type = 'html'
      ctx.body = await page('ログインを続けられません', loginFailure(out.error))
    },
    ttl: {
      AccessToken: hourSeconds,
      AuthorizationCode: 60,
      Grant: 14 * daySeconds,
      IdToken: hourSeconds,
      Interaction: hourSeconds,
      RefreshToken: options.refreshSeconds ?? hourSeconds,
      Session: 14 * daySeconds,
    },
  } satisfies Configuration)
  provider.use(async (ctx, next) => {
    await next()
    if (typeof ctx.body === 'string') ctx.body = inJapanese(ctx.body)
  })
  return provider
}

/** The library's one page without a hook: the form it sends by script when nobody is logged in. */
function inJapanese(body: string): string {
  return body
    .replace('<html>\n', '<html lang="ja">\n')
    .replace('<title>Submitting Callback</title>', '<title>ログアウト</title>')
    .replace(
      "Your browser does not support JavaScript or you've disabled it.",
      'すでにログアウトしています。',
    )
    .replace('type="submit">Continue<', 'type="submit">もとのサイトへ戻る<')
}

const routes = {
  authorization: '/oidc/auth',
  end_session: '/oidc/session/end',
  jwks: '/oidc/jwks',
  token: '/oidc/token',
  userinfo: '/oidc/me',
}

function logoutQuestion(form: string): Markup {
  return html`<h1>ログアウトしますか</h1>
    <p>このブラウザのログイン状態を終了します。</p>
    ${raw(form)}
    <button type="submit" form="op.logoutForm" name="logout" value="yes">ログアウトする</button>
    <button class="quiet" type="submit" form="op.logoutForm">ログインしたままにする</button>`
}

function loginFailure(code: string): Markup {
  return html`<h1>ログインを続けられません</h1>
    <p>
      ログインの手続きの期限が切れたか、正しくない順序で開かれました。もとのサイトに戻り、もう一度ログインしてください。
    </p>
    <p class="note">エラーコード：${code}</p>`
}
