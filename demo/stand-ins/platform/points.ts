import { brand } from '#brand'
import type { RunningServer, ServerOptions } from '../wire/listen.ts'
import { startStandIn } from '../wire/stand-in.ts'
import { givenAccounts } from './accounts.ts'
import { keysSchema, loadKeys } from './keys.ts'
import { createLoginAttempts } from './login-attempts.ts'
import { loginRoutes } from './login.ts'
import { oidcSchema } from './oidc-adapter.ts'
import { oidcRoutes } from './oidc-routes.ts'
import { createOidcProvider } from './oidc.ts'
import type { OidcClient } from './oidc.ts'
import { pointsLedgerRoutes, pointsLedgerSchema } from './points-ledger.ts'

export type PointsOptions = ServerOptions & {
  accounts: {
    sub: string
    loginId: string
    password: string
    name: string
    /** What the member has from elsewhere. */
    points?: number
  }[]
  /** Of the wire by which points are moved. */
  secret: string
  clients: OidcClient[]
  publicUrl?: string
}

/** Starts the points partner, another company with its own login: docs/outside-systems.md 1.5. */
export function startPoints(options: PointsOptions): Promise<RunningServer> {
  const schema = keysSchema + oidcSchema + pointsLedgerSchema
  return startStandIn('points', options, schema, ({ app, faults, store, url }) => {
    const accounts = givenAccounts(options.accounts.map((account) => ({ ...account, claims: {} })))
    const provider = createOidcProvider({
      issuer: options.publicUrl ?? url,
      store,
      keys: loadKeys(store),
      cookiePrefix: 'points',
      claims: { openid: ['sub'] },
      clients: options.clients,
      accounts,
    })
    const attempts = createLoginAttempts(options.now)
    app.route('/', oidcRoutes(provider, faults))
    const members = options.accounts.map(({ sub: id, points = 0 }) => ({ id, points }))
    app.route('/', pointsLedgerRoutes({ ...options, store, faults, members }))
    app.route(
      '/login',
      loginRoutes({ provider, accounts, attempts, accountName: brand.pointsPartner }),
    )
  })
}
