import { Hono } from 'hono'
import { z } from 'zod'
import { mailsCodes } from '../platform/code-mail.ts'
import { keysSchema, loadKeys } from '../platform/keys.ts'
import { createLoginAttempts } from '../platform/login-attempts.ts'
import { loginRoutes } from '../platform/login.ts'
import { oidcSchema } from '../platform/oidc-adapter.ts'
import { oidcRoutes } from '../platform/oidc-routes.ts'
import { createOidcProvider, type OidcClient } from '../platform/oidc.ts'
import { createOneTimeCodes } from '../platform/one-time-codes.ts'
import { isSame } from '../wire/bearer.ts'
import type { RunningServer, ServerOptions } from '../wire/listen.ts'
import { readBody, refusal } from '../wire/refusal.ts'
import { startStandIn } from '../wire/stand-in.ts'
import { directorySubject, type DirectoryPerson } from './people.ts'

export type DirectoryOptions = ServerOptions & {
  people: readonly DirectoryPerson[]
  /** Of all of them: it is a demo. */
  password: string
  clients: OidcClient[]
  /** Where codes of the second factor become mails. */
  mailFolder: string
}

/** A day of work: longer than any login at the console lasts. */
const REFRESH_SECONDS = 12 * 3600

const claims = { openid: ['sub'], profile: ['name'], email: ['email'], groups: ['groups'] }
const NAME = '社員名簿'

/** Starts the staff's directory: who works in the house, and in which groups (docs/outside-systems.md). */
export function startDirectory(options: DirectoryOptions): Promise<RunningServer> {
  return startStandIn(
    'directory',
    options,
    keysSchema + oidcSchema,
    ({ app, faults, store, url }) => {
      const people = openPeople(options)
      const provider = createOidcProvider({
        issuer: url,
        store,
        keys: loadKeys(store),
        cookiePrefix: 'directory',
        claims,
        clients: options.clients,
        accounts: { find: (sub) => people.letIn(sub) },
        refreshSeconds: REFRESH_SECONDS,
      })
      app.route('/', oidcRoutes(provider, faults))
      const deliver = mailsCodes(NAME, options)
      const codes = createOneTimeCodes({
        now: options.now,
        deliver: async (sent) => {
          options.log?.(`確認コード ${sent.to} ${sent.code}`)
          await deliver(sent)
        },
      })
      const attempts = createLoginAttempts(options.now)
      app.route(
        '/login',
        loginRoutes({ provider, accounts: people, attempts, accountName: NAME, codes }),
      )
      app.get('/__codes', (c) => c.json(codes.sentFor(c.req.query('login') ?? '')))
      app.route('/', peopleRoutes(people))
    },
  )
}

type People = ReturnType<typeof openPeople>

/** The directory's rows: as it was started with, and as somebody has changed them since. */
function openPeople({ people, password }: DirectoryOptions) {
  const rows = new Map(people.map((person) => [directorySubject(person.loginId), person]))
  const find = (sub: string) => {
    const person = rows.get(sub)
    return (
      person && {
        sub,
        loginId: person.loginId,
        isPassword: (typed: string) => isSame(typed, password),
        isBarred: person.hasLeft ?? false,
        claims: { name: person.name, email: person.mail, groups: person.groups },
      }
    )
  }
  return {
    find,
    findByLoginId: (loginId: string) => find(directorySubject(loginId)),
    /** Who has left is nobody: not at the login, and not when a client asks again. */
    letIn: (sub: string) => (rows.get(sub)?.hasLeft ? undefined : find(sub)),
    change: (loginId: string, changes: Pick<DirectoryPerson, 'groups' | 'hasLeft'>) => {
      const person = rows.get(directorySubject(loginId))
      if (person === undefined) throw refusal(404, 'NOT_FOUND')
      rows.set(directorySubject(loginId), { ...person, ...changes })
    },
  }
}

const changeSchema = z.strictObject({
  groups: z.array(z.string()),
  hasLeft: z.boolean().default(false),
})

/** By hand, as the faults: somebody changes groups, or leaves. */
function peopleRoutes(people: People): Hono {
  const routes = new Hono()
  routes.post('/__people/:loginId', async (c) => {
    people.change(c.req.param('loginId'), await readBody(c, changeSchema))
    return c.json({})
  })
  return routes
}
