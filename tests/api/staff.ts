import { hashSecret } from '#backend/db/ids.ts'
import type { RequestFacts } from '#backend/wire.ts'
import { rolesOfGroups } from '#domain/console/groups.ts'
import { consoleApi } from '#protocol/console/index.ts'
import type { Result } from '#protocol/endpoint.ts'
import {
  antiForgery,
  createCall,
  type Call,
  type CallArguments,
  type Fetch,
} from '#protocol/http.ts'
import type { ConsoleConfig } from '#server/console/config.ts'
import { createConsoleServices } from '#server/console/services.ts'
import type { Services } from '#server/services.ts'
import {
  directoryGroups,
  directoryPeople,
  directorySubject,
} from '#demo/stand-ins/directory/people.ts'
import type { StaffRole } from '#vocabulary/console.ts'

export const CONSOLE_URL = 'http://127.0.0.1:3001'

/** As an operator would set it, with a directory that nobody asks. */
export const testConsoleConfig = (changes: Partial<ConsoleConfig> = {}): ConsoleConfig => ({
  CONSOLE_URL,
  CONSOLE_PORT: 3001,
  CONSOLE_SESSION_SECRET: 'console-test-secret-console-test-secret',
  CONSOLE_OIDC_ISSUER: 'http://127.0.0.1:9',
  CONSOLE_OIDC_CLIENT_ID: 'console',
  CONSOLE_OIDC_CLIENT_SECRET: 'console-test-secret',
  CONSOLE_OIDC_SCOPE: 'openid profile groups offline_access',
  CONSOLE_OIDC_SECOND_FACTOR_ACR: 'https://refeds.org/profile/mfa',
  CONSOLE_OIDC_GROUPS_CLAIM: 'groups',
  CONSOLE_GROUPS: directoryGroups,
  ...changes,
})

type Name = keyof typeof consoleApi

/** The console's API as it runs, in this process, over the services of a test. */
export function openConsole(services: Services, changes: Partial<ConsoleConfig> = {}) {
  const console = createConsoleServices(services, testConsoleConfig(changes))

  /** Somebody of the staff at a browser: signed in with a second factor, with cookie and anti-forgery token. */
  async function signIn(
    loginId: string,
    {
      roles = rolesOf(loginId),
      secondFactorAt = services.clock.now(),
      refreshToken,
    }: {
      roles?: readonly StaffRole[]
      secondFactorAt?: Temporal.Instant
      refreshToken?: string
    } = {},
  ) {
    const name = directoryPeople.find((one) => one.loginId === loginId)?.name ?? loginId
    const login = {
      subject: directorySubject(loginId),
      name,
      roles,
      secondFactorAt,
      refreshToken,
      idToken: 'none',
    }
    const { secret, staffId } = await services.database.db
      .transaction()
      .execute((tx) => console.logins.open(tx, login, { userAgent: 'test' }))
    const token = console.forgery.tokenFor(hashSecret(secret))
    const headers = {
      Cookie: `staff=${secret}; ${antiForgery.cookie}=${token}`,
      Origin: CONSOLE_URL,
      'Sec-Fetch-Site': 'same-origin',
      [antiForgery.header]: token,
    }

    async function request(path: string, init: RequestInit = {}) {
      const facts: RequestFacts = {
        traceKey: 'trace-test',
        now: services.clock.now(),
        signedIn: undefined,
        staff: await console.findSession(secret),
      }
      const all = { ...headers, ...Object.fromEntries(new Headers(init.headers)) }
      return console.apiApp.request(path, { ...init, headers: all }, facts)
    }

    const call: Call = createCall({ fetch: request })

    /** The member's own wire, as a page on behalf asks it. @param token as another page's forms would have it */
    function onBehalf(grantId: string, token = tokenOf(grantId)): Fetch {
      const own = { ...headers, [antiForgery.header]: token }
      return async (path, init) =>
        console.askBehalf(
          path,
          { ...init, headers: small({ ...own, ...init.headers }) },
          {
            traceKey: 'trace-test',
            now: services.clock.now(),
            signedIn: undefined,
            staff: await console.findSession(secret),
            grantId,
          },
        )
    }
    const behalf = (...on: Parameters<typeof onBehalf>): Call =>
      createCall({ fetch: onBehalf(...on) })
    const tokenOf = (grantId: string) => console.forgery.tokenFor(hashSecret(secret), grantId)
    /** By the operation's name. @throws as `call` does */
    const ask = <N extends Name>(
      operation: N,
      ...input: CallArguments<(typeof consoleApi)[N]>
    ): Promise<Result<(typeof consoleApi)[N]>> => call(consoleApi[operation], ...input)
    return { staffId, secret, token, tokenOf, request, call, ask, onBehalf, behalf }
  }

  return { ...console, signIn }
}

const small = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Of a persona of the demo. */
function rolesOf(loginId: string): StaffRole[] {
  const known = directoryPeople.find((one) => one.loginId === loginId)
  if (known === undefined) throw new Error(`${loginId} is nobody of the demo's staff`)
  return rolesOfGroups(known.groups, directoryGroups)
}

export type Staff = Awaited<ReturnType<ReturnType<typeof openConsole>['signIn']>>
