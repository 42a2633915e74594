import { expect, test } from 'vitest'
import { readConsoleConfig } from './config.ts'

const portal = {
  PUBLIC_URL: 'https://portal.example',
  SESSION_SECRET: 'aNCZ7h0hZ1kQbV2mXrT9uW4pLs8dEfGjKoYi3n5Mc6B',
}
const whole = {
  CONSOLE_URL: 'https://console.example',
  CONSOLE_SESSION_SECRET: 'Yi3n5Mc6BaNCZ7h0hZ1kQbV2mXrT9uW4pLs8dEfGjKo',
  CONSOLE_OIDC_ISSUER: 'https://directory.example',
  CONSOLE_OIDC_CLIENT_ID: 'console',
  CONSOLE_OIDC_CLIENT_SECRET: 'given-by-the-directory',
  CONSOLE_GROUPS: 'portal-desk=desk, cn=Leads;dc=house=lead,portal-desk=billing',
}
const read = (changes: Record<string, string> = {}) =>
  readConsoleConfig({ ...whole, ...changes }, portal)

test('そろった設定なら読める。グループの名前には = があってもよく、1つのグループがいくつもの役割を与えてよい', () => {
  expect(read()).toMatchObject({
    CONSOLE_PORT: 3001,
    CONSOLE_OIDC_SCOPE: 'openid profile groups offline_access',
    CONSOLE_GROUPS: [
      ['portal-desk', 'desk'],
      ['cn=Leads;dc=house', 'lead'],
      ['portal-desk', 'billing'],
    ],
  })
})

test.each<[Record<string, string>, string]>([
  [{ CONSOLE_URL: 'http://console.example' }, 'CONSOLE_URL must begin with https://'],
  [{ CONSOLE_URL: 'https://portal.example' }, 'CONSOLE_URL is the same as PUBLIC_URL'],
  [{ CONSOLE_URL: 'https://a.example/console' }, 'CONSOLE_URL must be an origin, without a path'],
  [
    { CONSOLE_OIDC_ISSUER: 'http://directory.example' },
    'CONSOLE_OIDC_ISSUER must begin with https://',
  ],
  [
    { CONSOLE_SESSION_SECRET: portal.SESSION_SECRET },
    'CONSOLE_SESSION_SECRET is the same as SESSION_SECRET',
  ],
  [{ CONSOLE_SESSION_SECRET: 'x'.repeat(43) }, 'CONSOLE_SESSION_SECRET can be guessed'],
  [{ CONSOLE_SESSION_SECRET: 'short' }, 'CONSOLE_SESSION_SECRET must have at least 32 characters'],
  [{ CONSOLE_GROUPS: '' }, 'CONSOLE_GROUPS must name a group'],
  [{ CONSOLE_GROUPS: 'portal-desk=boss' }, 'must name roles of desk, procedures'],
  [{ CONSOLE_GROUPS: 'desk' }, 'must be pairs like portal-desk=desk'],
])('足りない、または危ない設定では起動せず、一文で断る：%o', (changes, sentence) => {
  expect(() => read(changes)).toThrow(sentence)
})
