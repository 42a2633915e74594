import { brand } from '#brand'
import type { RunningServer, ServerOptions } from '../wire/listen.ts'
import { startStandIn } from '../wire/stand-in.ts'
import { createRegisteredAccounts, givenAccounts, registeredAccountSchema } from './accounts.ts'
import { announcementRoutes } from './announcement.ts'
import { cardUpdateRoutes, cardUpdateSchema } from './card-update.ts'
import { keysSchema, loadKeys } from './keys.ts'
import { answersSchema } from '../wire/answers.ts'
import { groupServiceRoutes } from './group-services.ts'
import { mailsCodes } from './code-mail.ts'
import { createLoginAttempts } from './login-attempts.ts'
import { loginRoutes } from './login.ts'
import { mailRoutes } from './mail.ts'
import { navigationRoutes } from './navigation.ts'
import { oidcSchema } from './oidc-adapter.ts'
import { oidcRoutes } from './oidc-routes.ts'
import { createOidcProvider, type OidcClient } from './oidc.ts'
import { createOneTimeCodes } from './one-time-codes.ts'
import { providerPageRoutes } from './provider-pages.ts'
import { sinkRoutes } from './sink.ts'

/** A provider account that can log in. */
type PlatformAccount = {
  sub: string
  loginId: string
  password: string
  name: string
  email: string
  mvnoMember: boolean
  staff?: boolean
}

export type PlatformOptions = ServerOptions & {
  /** Of the exchange of a new card's code. */
  secret: string
  /** Of the group's services. */
  servicesSecret: string
  accounts: PlatformAccount[]
  clients: OidcClient[]
  /** Origins the card page may lead back to. */
  returnOrigins: string[]
  /** Where the embedded default writes mails as files. */
  mailFolder: string
  /** The issuer and address of links, when it is not the address listened on. */
  publicUrl?: string
}

const claims = {
  openid: ['sub'],
  profile: ['name'],
  email: ['email', 'email_verified'],
  mvno: ['mvno_member', 'staff'],
}

/** Starts the provider's platform: docs/outside-systems.md 1. */
export function startPlatform(options: PlatformOptions): Promise<RunningServer> {
  const schema =
    keysSchema + oidcSchema + cardUpdateSchema + answersSchema + registeredAccountSchema
  return startStandIn('platform', options, schema, ({ app, faults, store, url: ownUrl }) => {
    const url = options.publicUrl ?? ownUrl
    const accounts = createRegisteredAccounts(
      store,
      givenAccounts(options.accounts.map(toOidcAccount)),
    )
    const provider = createOidcProvider({
      issuer: url,
      store,
      keys: loadKeys(store),
      cookiePrefix: 'provider',
      claims,
      clients: options.clients,
      accounts,
    })
    provider.on('server_error', (_ctx, error) => options.log?.(`oidc: ${error.stack ?? error}`))

    const attempts = createLoginAttempts(options.now)
    app.route('/', oidcRoutes(provider, faults))
    const codes = createOneTimeCodes({
      now: options.now,
      deliver: mailsCodes(brand.account, options),
    })
    app.route(
      '/login',
      loginRoutes({
        provider,
        accounts,
        attempts,
        accountName: brand.account,
        codes,
        registration: accounts,
      }),
    )
    app.get('/__codes', (c) => c.json(codes.sentFor(c.req.query('login') ?? '')))
    app.route('/', navigationRoutes(url, faults))
    app.route('/', announcementRoutes(url, options.now, faults))
    app.route('/', cardUpdateRoutes({ ...options, store }))
    app.route(
      '/',
      groupServiceRoutes({ ...options, secret: options.servicesSecret, store, faults, url }),
    )
    app.route('/', sinkRoutes())
    app.route('/', mailRoutes(options.mailFolder))
    app.route('/', providerPageRoutes())
  })
}

function toOidcAccount(account: PlatformAccount) {
  return {
    sub: account.sub,
    loginId: account.loginId,
    password: account.password,
    claims: {
      name: account.name,
      email: account.email,
      email_verified: true,
      mvno_member: account.mvnoMember,
      staff: account.staff ?? false,
    },
  }
}
