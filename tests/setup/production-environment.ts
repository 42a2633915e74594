import { createHash } from 'node:crypto'

/** Secrets as an operator would make them, the same in every process of a test. */
const secretOf = (name: string) =>
  createHash('sha256').update(`serve test ${name}`).digest('base64url')

/** A whole configuration for `npm run serve`. Nobody answers at its addresses, the public one included. */
export function productionEnvironment(databaseUrl: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://portal.invalid',
    SESSION_SECRET: secretOf('session'),
    SEALING_SECRET: secretOf('sealing'),
    OIDC_ISSUER: 'https://login.invalid',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: secretOf('client'),
    NAVIGATION_URL: 'https://login.invalid/navi',
    ANNOUNCE_SCRIPT_URL: 'https://login.invalid/announce/bar.js',
    CARRIER_URL: 'https://carrier.invalid',
    CARRIER_SECRET: secretOf('carrier'),
    CARRIER_CALLBACK_SECRET: secretOf('carrier callback'),
    CARD_URL: 'https://card.invalid',
    CARD_SECRET: secretOf('card'),
    CARD_CALLBACK_SECRET: secretOf('card callback'),
    IDENTITY_URL: 'https://identity.invalid',
    IDENTITY_SECRET: secretOf('identity'),
    IDENTITY_CALLBACK_SECRET: secretOf('identity callback'),
    FAQ_URL: 'https://support.invalid/faq',
    INQUIRY_URL: 'https://support.invalid/inquiry',
    TALK_FAQ_URL: 'https://support.invalid/talk',
    TALK_SITE_URL: 'https://portal.invalid',
    CARD_UPDATE_URL: 'https://login.invalid/card',
    CARD_UPDATE_SECRET: secretOf('card update'),
    GROUP_SERVICES_URL: 'https://services.invalid',
    GROUP_SERVICES_SECRET: secretOf('group services'),
    POINTS_ISSUER: 'https://login.points.invalid',
    POINTS_CLIENT_ID: 'portal',
    POINTS_CLIENT_SECRET: secretOf('points client'),
    POINTS_URL: 'https://wire.points.invalid',
    POINTS_SECRET: secretOf('points wire'),
    POINTS_PARTNER_URL: 'https://points.invalid',
    MAIL_URL: 'smtps://mail.invalid',
    MAIL_FROM: 'info@example.jp',
  }
}

/** What the console is told besides. */
export const consoleEnvironment = (port: number): Record<string, string> => ({
  CONSOLE_URL: 'https://console.invalid',
  CONSOLE_PORT: String(port),
  CONSOLE_SESSION_SECRET: secretOf('console session'),
  CONSOLE_OIDC_ISSUER: 'https://directory.invalid',
  CONSOLE_OIDC_CLIENT_ID: 'console',
  CONSOLE_OIDC_CLIENT_SECRET: secretOf('console client'),
  CONSOLE_GROUPS: 'portal-desk=desk',
})
