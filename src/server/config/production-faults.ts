/** What is spoken to by us or by members' browsers; links that members follow by themselves are not among them. */
const addressNames = [
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
  'AUDIT_SEAL_URL',
  'LETTER_URL',
] as const

type Addresses = Readonly<
  Record<
    Exclude<
      (typeof addressNames)[number],
      'ERROR_REPORT_DSN' | 'LOG_POST_URL' | 'AUDIT_SEAL_URL' | 'LETTER_URL'
    >,
    string
  >
> & {
  readonly ERROR_REPORT_DSN?: string | undefined
  readonly LOG_POST_URL?: string | undefined
  readonly AUDIT_SEAL_URL?: string | undefined
  readonly LETTER_URL?: string | undefined
  readonly MAIL_URL: string
  readonly PUSH_SERVICES: readonly string[]
  readonly WEBHOOK_OWN_ORIGINS: readonly string[]
  readonly ONE_STOP_RETURN_ORIGINS: readonly string[]
  /** Hosts that the operator names: what lies between them and us is protected otherwise. */
  readonly PLAIN_TEXT_HOSTS: readonly string[]
}

export const isThisMachine = ({ hostname }: URL): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** Addresses in production that would be spoken to without TLS (ASVS 12.3.1). */
function plainAddressFaults(config: Addresses): string[] {
  const allowed = new Set(config.PLAIN_TEXT_HOSTS)
  const mayBePlain = (url: URL) => isThisMachine(url) || allowed.has(url.hostname)
  const isPlain = (address: string) => {
    const url = new URL(address)
    return url.protocol !== 'https:' && !mayBePlain(url)
  }

  const addresses = addressNames.flatMap((name) => {
    const address = config[name]
    return address !== undefined && isPlain(address) ? [`${name} must begin with https://`] : []
  })
  const returns = config.ONE_STOP_RETURN_ORIGINS.filter(isPlain).map(
    (origin) => `${origin} of ONE_STOP_RETURN_ORIGINS must begin with https://`,
  )
  const mail = new URL(config.MAIL_URL)
  const isMailPlain =
    mail.protocol === 'smtp:' && mail.searchParams.get('requireTLS') !== 'true' && !mayBePlain(mail)
  return [
    ...addresses,
    ...returns,
    ...(isMailPlain ? ['MAIL_URL must begin with smtps:// or end with ?requireTLS=true'] : []),
  ]
}

/** A push service is named by its host; an address is a stand-in's, on this machine. */
const isNoHost = (service: string) => service.includes('://') && !isThisMachine(new URL(service))

const secretNames = [
  'SESSION_SECRET',
  'SEALING_SECRET',
  'OIDC_CLIENT_SECRET',
  'CARRIER_SECRET',
  'CARRIER_CALLBACK_SECRET',
  'CARD_SECRET',
  'CARD_CALLBACK_SECRET',
  'CARD_UPDATE_SECRET',
  'GROUP_SERVICES_SECRET',
  'POINTS_CLIENT_SECRET',
  'POINTS_SECRET',
  'IDENTITY_SECRET',
  'IDENTITY_CALLBACK_SECRET',
] as const
type SecretName = (typeof secretNames)[number]
/** Chosen by the other side, not by the operator: they may be as short as the other side likes. */
const given = new Set<SecretName>(['OIDC_CLIENT_SECRET', 'POINTS_CLIENT_SECRET'])

const placeholder = /secret|password|passwd|changeme|change-me|example|default|hibiki|12345|qwerty/i
const FEWEST_CHARACTERS = 12

type Settings = Readonly<Record<SecretName | 'PUBLIC_URL', string>> & Addresses

/** What a demo may do and production may not: each is one part of the refusal's sentence. */
export function productionFaults(config: Settings): string[] {
  const secrets = secretNames.map((name) => ({ name, value: config[name] }))
  const weak = secrets
    .filter(({ name, value }) => !given.has(name) && isWeak(value))
    .map(({ name }) => `${name} can be guessed`)
  const equal = secrets.flatMap(({ name, value }, index) => {
    const first = secrets.slice(0, index).find((other) => other.value === value)
    return first ? [`${name} is the same as ${first.name}`] : []
  })
  return [
    ...originFaults('PUBLIC_URL', config.PUBLIC_URL),
    ...plainAddressFaults(config),
    ...config.PUSH_SERVICES.filter(isNoHost).map(
      (service) => `${service} of PUSH_SERVICES must be a host`,
    ),
    ...(config.WEBHOOK_OWN_ORIGINS.length > 0 ? ['WEBHOOK_OWN_ORIGINS must be empty'] : []),
    ...weak,
    ...equal,
  ]
}

/** Where browsers find a part of ours. */
export function originFaults(name: string, text: string): string[] {
  const url = new URL(text)
  if (url.origin !== text) return [`${name} must be an origin, without a path`]
  return url.protocol === 'https:' || isThisMachine(url) ? [] : [`${name} must begin with https://`]
}

/** A word, a few characters, or a short piece over and over: long, and still guessed. */
export function isWeak(secret: string): boolean {
  const repeatsItself = (secret + secret).indexOf(secret, 1) < secret.length
  return new Set(secret).size < FEWEST_CHARACTERS || repeatsItself || placeholder.test(secret)
}
