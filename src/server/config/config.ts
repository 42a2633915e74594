import { z } from 'zod'
import { isAddressRange } from '../edge/client-address.ts'
import { productionFaults } from './production-faults.ts'
import { sealingFaults, sealingVariables } from './sealing-keys.ts'
import { claimNames, list, ownOrigins, pushServices, secret } from './values.ts'
import { StartRefusal } from '#process/start-refusal.ts'

const aSecond = z.coerce.number().positive('must be above zero')
export const url = z.url('must be a URL').transform((text) => text.replace(/\/$/, ''))

/** The name that research and education agreed on for "more than one factor"; many providers can be told to say it. */
const REFEDS_MFA = 'https://refeds.org/profile/mfa'

const environment = z.object({
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  /** The address to listen on; every one unless it is set. */
  HOST: z.string().min(1).optional(),
  /** How long after SIGTERM requests are still taken, while clients are told to go elsewhere. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(10).default(5),
  /** Where this process answers `GET /metrics`; nowhere unless it is set. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  PUBLIC_URL: url,
  /** `off` takes the service worker of my page back from every phone that has it. */
  APP_WORKER: z.enum(['on', 'off']).default('on'),
  /** Proxies in front of us whose `X-Forwarded-For` is believed: addresses and ranges, separated by commas. */
  TRUSTED_PROXIES: list.pipe(
    z.array(z.string().refine(isAddressRange, 'must be addresses or ranges like 10.0.0.0/8')),
  ),
  DATABASE_URL: z.url('must be a URL'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  SESSION_SECRET: secret,
  ...sealingVariables,
  OIDC_ISSUER: url,
  OIDC_CLIENT_ID: z.string().min(1),
  OIDC_CLIENT_SECRET: z.string().min(1),
  /** The `acr` of a login with a second factor, as the provider writes it. */
  OIDC_SECOND_FACTOR_ACR: z.string().regex(/^\S+$/, 'must be one word').default(REFEDS_MFA),
  /** What is asked of the provider; `openid` has to be among it. */
  OIDC_SCOPE: z
    .string()
    .regex(/(^| )openid( |$)/, 'must hold openid')
    .default('openid profile email mvno'),
  OIDC_CLAIMS: claimNames,
  /** Where one registers at a provider that does not know prompt=create. */
  OIDC_REGISTRATION_URL: url.optional(),
  NAVIGATION_URL: url,
  ANNOUNCE_SCRIPT_URL: url,
  CARRIER_URL: url,
  CARRIER_SECRET: secret,
  CARRIER_CALLBACK_SECRET: secret,
  CARD_URL: url,
  CARD_SECRET: secret,
  CARD_CALLBACK_SECRET: secret,
  IDENTITY_URL: url,
  IDENTITY_SECRET: secret,
  IDENTITY_CALLBACK_SECRET: secret,
  /** Receiving carriers of one-stop port-outs we may lead back to: origins, separated by commas. */
  ONE_STOP_RETURN_ORIGINS: list.pipe(z.array(url.transform((text) => new URL(text).origin))),
  FAQ_URL: url,
  INQUIRY_URL: url,
  TALK_FAQ_URL: url,
  TALK_SITE_URL: url,
  CARD_UPDATE_URL: url,
  CARD_UPDATE_SECRET: secret,
  GROUP_SERVICES_URL: url,
  GROUP_SERVICES_SECRET: secret,
  POINTS_PARTNER_URL: url,
  POINTS_ISSUER: url,
  POINTS_CLIENT_ID: z.string().min(1),
  POINTS_CLIENT_SECRET: z.string().min(1),
  POINTS_URL: url,
  POINTS_SECRET: secret,
  /** Hosts that may be spoken to without TLS though they are not this machine, separated by commas. */
  PLAIN_TEXT_HOSTS: list,
  /** `smtp://…` or `file:///folder`: mails become files there. */
  MAIL_URL: z.url('must be a URL'),
  MAIL_FROM: z.email('must be a mail address'),
  /** Where mails come back to when they cannot be delivered: a domain of its own. Without it nothing of them is read. */
  RETURNED_MAIL_DOMAIN: z.hostname('must be a domain').optional(),
  /** Where a worker takes returned mail from the mail server, by LMTP; nowhere unless it is set. */
  RETURNED_MAIL_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  /** The address it listens on; this machine's own unless it is set. */
  RETURNED_MAIL_HOST: z.string().min(1).optional(),
  /** What the senders take from us a second, all workers together; no limit unless set. */
  MAILS_A_SECOND: aSecond.optional(),
  TEXT_MESSAGES_A_SECOND: aSecond.optional(),
  /** The portal's own keys of web push (RFC 8292), and whom a push service asks; without them no push is offered. */
  PUSH_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, 'must be a public key of P-256, base64url')
    .optional(),
  PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a private key of P-256, base64url')
    .optional(),
  PUSH_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:\/\/)/, 'must begin with mailto: or https://')
    .optional(),
  /** Hosts of the push services that may be called, `*.` for those below one; separated by commas. */
  PUSH_SERVICES: pushServices,
  /** Origins on this machine to which a member's webhook may lead, separated by commas; none in production. */
  WEBHOOK_OWN_ORIGINS: ownOrigins,
  /** Where the seals of the audit are posted: a store that only appends, run by somebody else. Nowhere unless both are set. */
  AUDIT_SEAL_URL: url.optional(),
  AUDIT_SEAL_SECRET: secret.optional(),
  /** The house that prints and posts letters; no letter is offered unless both are set. */
  LETTER_URL: url.optional(),
  LETTER_SECRET: secret.optional(),
  ERROR_REPORT_DSN: url.optional(),
  LOG_POST_URL: url.optional(),
})

export type Config = z.output<typeof environment> & {
  /** Outside production the clock can be moved and the failure doors are open. */
  production: boolean
}

/**
 * Reads everything from the environment; nothing secret has a default.
 * @throws StartRefusal with one sentence that names what is missing, malformed, or unsafe in production.
 */
export function readConfig(env: NodeJS.ProcessEnv, production: boolean): Config {
  const parsed = environment.safeParse(env)
  if (!parsed.success) throw new StartRefusal(sentenceOf(parsed.error))
  const config = { ...parsed.data, production }
  const faults = [
    ...(production ? productionFaults(config) : []),
    ...sealingFaults(config),
    ...returnedMailFaults(config),
    ...sealFaults(config),
    ...letterFaults(config),
    ...pushFaults(config),
  ]
  if (faults.length > 0)
    throw new StartRefusal(
      `The configuration is not safe: ${faults.join('; ')}. Change it in the environment (docs/operations.md lists every variable).`,
    )
  return config
}

/** Whoever takes returned mail has to know which addresses are ours. */
const returnedMailFaults = (config: z.output<typeof environment>): string[] =>
  config.RETURNED_MAIL_PORT !== undefined && config.RETURNED_MAIL_DOMAIN === undefined
    ? ['RETURNED_MAIL_PORT needs RETURNED_MAIL_DOMAIN']
    : []

/** A store that cannot be written to would be missed only when it is asked. */
const sealFaults = (config: z.output<typeof environment>): string[] =>
  (config.AUDIT_SEAL_URL === undefined) === (config.AUDIT_SEAL_SECRET === undefined)
    ? []
    : ['AUDIT_SEAL_URL and AUDIT_SEAL_SECRET are set together']

const letterFaults = (config: z.output<typeof environment>): string[] =>
  (config.LETTER_URL === undefined) === (config.LETTER_SECRET === undefined)
    ? []
    : ['LETTER_URL and LETTER_SECRET are set together']

/** Half a key signs nothing. */
function pushFaults(config: z.output<typeof environment>): string[] {
  const { PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY, PUSH_SUBJECT } = config
  const isSet = [PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY, PUSH_SUBJECT].map((one) => one !== undefined)
  return new Set(isSet).size === 1
    ? []
    : ['PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY and PUSH_SUBJECT are set together']
}

/** What is missing or malformed, as the start's refusal says it. */
export function sentenceOf(error: z.ZodError) {
  const faults = error.issues.map((issue) => {
    const missing = issue.code === 'invalid_type' && issue.input === undefined
    return `${issue.path.join('.')} ${missing ? 'is missing' : issue.message}`
  })
  return `The configuration is not complete: ${faults.join('; ')}. Set it in the environment (docs/operations.md lists every variable).`
}
