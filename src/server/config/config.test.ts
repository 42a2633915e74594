import { expect, test } from 'vitest'
import { productionEnvironment } from '#tests/setup/production-environment.ts'
import { readConfig } from './config.ts'

const start = (changes: Record<string, string>) =>
  readConfig({ ...productionEnvironment('postgres://a:b@db.example/portal'), ...changes }, true)

test('そろった設定なら起動し、HOSTがなければすべての番地で待つ', () => {
  expect(start({}).HOST).toBeUndefined()
  expect(start({ HOST: '127.0.0.1' }).HOST).toBe('127.0.0.1')
  expect(start({ PUBLIC_URL: 'http://localhost:3000' }).PUBLIC_URL).toBe('http://localhost:3000')
  expect(start({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7' }).TRUSTED_PROXIES).toEqual([
    '10.0.0.0/8',
    '192.0.2.7',
  ])
})

const session = 'aNCZ7h0hZ1kQbV2mXrT9uW4pLs8dEfGjKoYi3n5Mc6B'

test.each<[Record<string, string>, string]>([
  [{ PUBLIC_URL: 'http://portal.example' }, 'PUBLIC_URL must begin with https://'],
  [{ PUBLIC_URL: 'http://localhost.example' }, 'PUBLIC_URL must begin with https://'],
  [{ PUBLIC_URL: 'https://a.example/p' }, 'PUBLIC_URL must be an origin, without a path'],
  ...[
    'OIDC_ISSUER',
    'NAVIGATION_URL',
    'ANNOUNCE_SCRIPT_URL',
    'CARRIER_URL',
    'CARD_URL',
    'CARD_UPDATE_URL',
    'IDENTITY_URL',
    'GROUP_SERVICES_URL',
    'POINTS_ISSUER',
    'POINTS_URL',
    'ERROR_REPORT_DSN',
    'LOG_POST_URL',
  ].map((name): [Record<string, string>, string] => [
    { [name]: 'http://10.0.0.7:8080/x' },
    `${name} must begin with https://`,
  ]),
  [
    { CARRIER_URL: 'http://127.0.0.1.example', PLAIN_TEXT_HOSTS: 'card.internal' },
    'CARRIER_URL must begin with https://',
  ],
  [
    { ONE_STOP_RETURN_ORIGINS: 'https://a.example,http://b.example' },
    'http://b.example of ONE_STOP_RETURN_ORIGINS must begin with https://',
  ],
  ...['smtp://mail.example', 'smtp://mail.example?requireTLS=false'].map(
    (address): [Record<string, string>, string] => [
      { MAIL_URL: address },
      'MAIL_URL must begin with smtps:// or end with ?requireTLS=true',
    ],
  ),
  [
    { AUDIT_SEAL_URL: 'https://seals.example' },
    'AUDIT_SEAL_URL and AUDIT_SEAL_SECRET are set together',
  ],
  [{ LETTER_URL: 'https://letters.example' }, 'LETTER_URL and LETTER_SECRET are set together'],
  [{ SESSION_SECRET: 'x'.repeat(43) }, 'SESSION_SECRET can be guessed'],
  [{ SESSION_SECRET: '0123456789abcdef'.repeat(2) }, 'SESSION_SECRET can be guessed'],
  // Few characters, and no piece of it over and over.
  [{ SESSION_SECRET: 'qzqqzzqzqqqzzzqzqzzqqzzzzqqqqzqzqz' }, 'SESSION_SECRET can be guessed'],
  [{ SEALING_SECRET: 'my-very-secret-sealing-key-of-2026' }, 'SEALING_SECRET can be guessed'],
  [
    { SESSION_SECRET: session, SEALING_SECRET: session },
    'SEALING_SECRET is the same as SESSION_SECRET',
  ],
  [
    { SEALING_KEY_ID: 'k2' },
    'INDEX_KEY is missing, without which nobody is found by number or address any more',
  ],
  [{ SEALING_ALSO_OPENS: `k1:${session}` }, 'SEALING_ALSO_OPENS names k1, which is named already'],
  [
    { SEALING_SECRET: session, SEALING_ALSO_OPENS: `k2:${session}` },
    'SEALING_SECRET is the same as that of k2',
  ],
  [
    { CARRIER_SECRET: session, IDENTITY_CALLBACK_SECRET: session },
    'IDENTITY_CALLBACK_SECRET is the same as CARRIER_SECRET',
  ],
])('%jでは、本番は起動しない', (changes, fault) => {
  expect(() => start(changes)).toThrow(
    `The configuration is not safe: ${fault}. Change it in the environment (docs/operations.md lists every variable).`,
  )
})

test('本番がTLSなしで話すのは、この機械と、名指したホストだけ', () => {
  const beside = { CARRIER_URL: 'http://localhost:9000', OIDC_ISSUER: 'http://127.0.0.1:9001' }
  expect(start({ ...beside, MAIL_URL: 'smtp://[::1]' }).CARRIER_URL).toBe('http://localhost:9000')
  const named = { PLAIN_TEXT_HOSTS: 'card.internal, 10.0.0.7' }
  const addresses = { CARD_URL: 'http://card.internal/wire', MAIL_URL: 'smtp://10.0.0.7:25' }
  expect(start({ ...named, ...addresses }).CARD_URL).toBe('http://card.internal/wire')
  expect(start({ MAIL_URL: 'smtp://mail.example:587?requireTLS=true' }).production).toBe(true)
})

test.each<[Record<string, string>, string]>([
  [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 characters'],
  [{ TRUSTED_PROXIES: 'proxy.example' }, 'must be addresses or ranges like 10.0.0.0/8'],
  [{ DRAIN_SECONDS: '11' }, 'DRAIN_SECONDS'],
  [{ SEALING_KEY_ID: 'next' }, 'SEALING_KEY_ID must be a name like k2'],
  [{ SEALING_ALSO_OPENS: 'k2:short' }, 'must be names with secrets like k1:…'],
  [{ INDEX_KEY: 'x' }, 'INDEX_KEY must be what npm run reseal -- index-key says'],
])('形の崩れた%jでも、起動しない', (changes, fault) => {
  expect(() => start(changes)).toThrow(fault)
})

test('本番で許さないものも、デモには許す', () => {
  const env = { ...productionEnvironment('postgres://a:b@db.example/portal') }
  const addresses = { PUBLIC_URL: 'http://portal.example', CARRIER_URL: 'http://carrier.example' }
  const weak = { ...env, ...addresses, SESSION_SECRET: 'x'.repeat(43) }
  expect(readConfig(weak, false)).toMatchObject(addresses)
})

test('戻ってきたメールを受け取るには、そのドメインも要る', () => {
  expect(() => start({ RETURNED_MAIL_PORT: '2424' })).toThrow(
    'RETURNED_MAIL_PORT needs RETURNED_MAIL_DOMAIN',
  )
  const both = { RETURNED_MAIL_PORT: '2424', RETURNED_MAIL_DOMAIN: 'return.example.jp' }
  expect(start(both).RETURNED_MAIL_PORT).toBe(2424)
  expect(() => start({ RETURNED_MAIL_DOMAIN: 'not a domain' })).toThrow(
    'RETURNED_MAIL_DOMAIN must be a domain',
  )
})

test('提供元の項目の名前は、読む項目だけを、組にして書く', () => {
  const named = start({ OIDC_CLAIMS: 'email=mail, staff=groups:portal-staff' })
  expect(named.OIDC_CLAIMS).toEqual({ email: 'mail', staff: 'groups:portal-staff' })
  expect(start({}).OIDC_CLAIMS).toEqual({})
  for (const wrong of ['phone=tel', 'email', 'email='])
    expect(() => start({ OIDC_CLAIMS: wrong }), wrong).toThrow(/OIDC_CLAIMS/)
  expect(() => start({ OIDC_SCOPE: 'profile email' })).toThrow('OIDC_SCOPE must hold openid')
})
