import { createStaffArea } from '#backend/console/staff/area.ts'
import { createForgeryGuard } from '#backend/middleware/forgery.ts'
import { mountApi, type MountOptions } from '#backend/mount.ts'
import { createOidc } from '#backend/platform/oidc.ts'
import { behalfApi } from '#protocol/console/behalf.ts'
import { consoleApi } from '#protocol/console/index.ts'
import { askerOf } from '../edge/asker.ts'
import type { Services } from '../services.ts'
import { consoleHandlersOf, createConsoleAreas, openPartOf } from './areas.ts'
import type { ConsoleConfig } from './config.ts'

export type ConsoleServices = ReturnType<typeof createConsoleServices>

/** The console on top of the services that members have: the same functions, asked by staff. */
export function createConsoleServices(
  services: Services,
  config: ConsoleConfig,
  more: { readonly onInput?: ((input: unknown) => Promise<void>) | undefined } = {},
) {
  const { database, sealing, log, limiter } = services
  const directory = directoryOf(config)
  const staff = createStaffArea({
    ...services,
    signingSecret: config.CONSOLE_SESSION_SECRET,
    directory,
    groupRoles: config.CONSOLE_GROUPS,
  })
  const areas = createConsoleAreas(services)
  const forgery = createForgeryGuard({
    secret: config.CONSOLE_SESSION_SECRET,
    origin: config.CONSOLE_URL,
  })
  const mounted: MountOptions = {
    database,
    sealing,
    forgery,
    log,
    countRequest: (limit, facts) => limiter.take(limit, askerOf(facts)),
    countAbout: limiter.takeAbout,
    onInput: more.onInput,
    staff: {
      db: database.db,
      stillSignedIn: staff.stillSignedIn,
      openPart: openPartOf(areas),
    },
  }
  const { app: apiApp, ask: askApi } = mountApi(
    consoleApi,
    consoleHandlersOf(staff, areas),
    mounted,
  )
  // The member's own operations, for the member's own screens in the console: asked by its pages alone.
  const { ask: askBehalf } = mountApi(behalfApi, areas.behalf.handlers, mounted)
  return {
    config,
    portal: services.config,
    database,
    log,
    limiter,
    clock: services.clock,
    directory,
    groupRoles: config.CONSOLE_GROUPS,
    forgery,
    logins: staff.logins,
    findSession: staff.find,
    apiApp,
    askApi,
    askBehalf,
  }
}

const directoryOf = (config: ConsoleConfig) =>
  createOidc({
    issuer: config.CONSOLE_OIDC_ISSUER,
    clientId: config.CONSOLE_OIDC_CLIENT_ID,
    clientSecret: config.CONSOLE_OIDC_CLIENT_SECRET,
    scope: config.CONSOLE_OIDC_SCOPE,
    secondFactorAcr: config.CONSOLE_OIDC_SECOND_FACTOR_ACR,
    groupsClaim: config.CONSOLE_OIDC_GROUPS_CLAIM,
  })
