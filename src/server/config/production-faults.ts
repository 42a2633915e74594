import { isThisMachine, plainAddressFaults, type Addresses } from './plain-addresses.ts'

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
  return [...publicUrlFaults(config.PUBLIC_URL), ...plainAddressFaults(config), ...weak, ...equal]
}

function publicUrlFaults(text: string): string[] {
  const url = new URL(text)
  if (url.origin !== text) return ['PUBLIC_URL must be an origin, without a path']
  return url.protocol === 'https:' || isThisMachine(url)
    ? []
    : ['PUBLIC_URL must begin with https://']
}

/** A word, a few characters, or a short piece over and over: long, and still guessed. */
function isWeak(secret: string): boolean {
  const repeatsItself = (secret + secret).indexOf(secret, 1) < secret.length
  return new Set(secret).size < FEWEST_CHARACTERS || repeatsItself || placeholder.test(secret)
}
