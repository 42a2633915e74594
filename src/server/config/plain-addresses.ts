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
] as const

export type Addresses = Readonly<
  Record<Exclude<(typeof addressNames)[number], 'ERROR_REPORT_DSN' | 'LOG_POST_URL'>, string>
> & {
  readonly ERROR_REPORT_DSN?: string | undefined
  readonly LOG_POST_URL?: string | undefined
  readonly MAIL_URL: string
  readonly ONE_STOP_RETURN_ORIGINS: readonly string[]
  /** Hosts that the operator names: what lies between them and us is protected otherwise. */
  readonly PLAIN_TEXT_HOSTS: readonly string[]
}

export const isThisMachine = ({ hostname }: URL): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** Addresses in production that would be spoken to without TLS (ASVS 12.3.1). */
export function plainAddressFaults(config: Addresses): string[] {
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
