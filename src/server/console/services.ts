import type { AreaWork } from '#backend/area.ts'
import { createForgeryGuard } from '#backend/middleware/forgery.ts'
import { mountApi } from '#backend/mount.ts'
import { createOidc } from '#backend/platform/oidc.ts'
import { consoleApi } from '#protocol/console/index.ts'
import { askerOf } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'
import { consoleHandlersOf, createConsoleAreas, staffAccessOf } from './areas.ts'
import type { ConsoleConfig } from './config.ts'

export type ConsoleServices = ReturnType<typeof createConsoleServices>

/** The console on top of the services that members have: the same functions, asked by staff. */
export function createConsoleServices(
  services: Services,
  console: ConsoleConfig,
  more: { readonly onInput?: ((input: unknown) => Promise<void>) | undefined } = {},
) {
  const { database, sealing, log, limiter } = services
  const directory = createOidc({
    issuer: console.CONSOLE_OIDC_ISSUER,
    clientId: console.CONSOLE_OIDC_CLIENT_ID,
    clientSecret: console.CONSOLE_OIDC_CLIENT_SECRET,
    scope: console.CONSOLE_OIDC_SCOPE,
    secondFactorAcr: console.CONSOLE_OIDC_SECOND_FACTOR_ACR,
    groupsClaim: console.CONSOLE_OIDC_GROUPS_CLAIM,
  })
  const deps = {
    ...services,
    signingSecret: console.CONSOLE_SESSION_SECRET,
    directory,
    groupRoles: console.CONSOLE_GROUPS,
  }
  const areas = createConsoleAreas(deps)
  const forgery = createForgeryGuard({
    secret: console.CONSOLE_SESSION_SECRET,
    origin: console.CONSOLE_URL,
  })
  const handlers = consoleHandlersOf(areas)
  // Its wire is declared ahead of its areas: what nobody answers yet is not found.
  const built = Object.fromEntries(
    Object.entries(consoleApi).filter(([name]) => Object.hasOwn(handlers, name)),
  )
  const { app: apiApp, ask: askApi } = mountApi(built, handlers, {
    database,
    sealing,
    forgery,
    log,
    countRequest: (limit, facts) => limiter.take(limit, askerOf(facts)),
    countAbout: limiter.takeAbout,
    onInput: more.onInput,
    staff: staffAccessOf(deps, areas),
  })
  return {
    config: console,
    database,
    log,
    limiter,
    clock: services.clock,
    loginClock: services.loginClock,
    directory,
    forgery,
    logins: areas.staff.logins,
    findSession: areas.staff.find,
    apiApp,
    askApi,
    work: Object.values(areas).map((area): AreaWork => area.work),
  }
}
