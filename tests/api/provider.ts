import { startPlatform } from '#demo/stand-ins/platform/start.ts'

export const clientSecret = 'client-secret-client-secret-client-secret'

type Accounts = Parameters<typeof startPlatform>[0]['accounts']

/** The login provider's stand-in, with the portal at this origin as its only client. */
export function startProvider(origin: string, accounts: Accounts = []) {
  return startPlatform({
    port: 0,
    dataFile: ':memory:',
    now: () => Temporal.Now.instant(),
    secret: 'platform-secret',
    servicesSecret: 'services-secret',
    accounts,
    clients: [
      {
        clientId: 'portal',
        clientSecret,
        redirectUris: [`${origin}/auth/callback`],
        postLogoutRedirectUris: [`${origin}/`],
      },
    ],
    returnOrigins: [],
    mailFolder: '/nonexistent',
  })
}

/** A member who can log in there. */
export const satoAt = (password: string) => ({
  sub: 'demo-sato',
  loginId: 'sato',
  password,
  name: '佐藤 美咲',
  email: 'sato@example.jp',
  mvnoMember: true,
})
