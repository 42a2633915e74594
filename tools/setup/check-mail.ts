import { createPublicKey } from 'node:crypto'
import type { Resolver } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'

/** What is asked of the DNS; a test gives its own. */
export type Names = Pick<Resolver, 'resolveTxt' | 'resolveMx' | 'resolve4' | 'resolve6' | 'reverse'>

export type MailNames = {
  /** Of `From:`, from MAIL_FROM. */
  readonly fromDomain: string
  /** Of the envelope, RETURNED_MAIL_DOMAIN. */
  readonly returnDomain: string
  /** Of the key that the mail server signs with. */
  readonly selector: string
  /** Whence mail leaves; without them nothing is asked about them. */
  readonly addresses: readonly string[]
}

/** One sentence about one record. `missing`: others refuse mail, or what comes back is lost; `weak`: it could be better. */
export type Said = {
  readonly record: string
  readonly is: 'right' | 'weak' | 'missing'
  readonly sentence: string
}

const MOST_LOOKUPS = 10
const FEWEST_BITS = 2048

/** Reads the records of docs/mail.md and says of each what holds. Nothing is changed anywhere. */
export async function checkMail(names: Names, mail: MailNames): Promise<readonly Said[]> {
  const { fromDomain, returnDomain, selector, addresses } = mail
  const parts = [
    checkMx(names, returnDomain),
    checkSpf(names, returnDomain, addresses),
    ...(fromDomain === returnDomain ? [] : [checkSpf(names, fromDomain, addresses)]),
    checkDkim(names, `${selector}._domainkey.${fromDomain}`),
    checkDmarc(names, mail),
    ...addresses.map((address) => checkReverse(names, address)),
  ]
  return (await Promise.all(parts)).flat()
}

const right = (record: string, sentence: string): Said => ({ record, is: 'right', sentence })
const weak = (record: string, sentence: string): Said => ({ record, is: 'weak', sentence })
const missing = (record: string, sentence: string): Said => ({ record, is: 'missing', sentence })

/** A name that is not there is an empty answer. @throws Error where the DNS does not answer at all */
async function found<Value>(asked: Promise<Value[]>): Promise<Value[]> {
  return asked.catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw error
  })
}

const textsOf = async (names: Names, name: string) =>
  (await found(names.resolveTxt(name))).map((pieces) => pieces.join(''))

const addressesOf = async (names: Names, name: string) => [
  ...(await found(names.resolve4(name))),
  ...(await found(names.resolve6(name))),
]

async function checkMx(names: Names, domain: string): Promise<Said> {
  const record = `MX ${domain}`
  const hosts = (await found(names.resolveMx(domain))).map(({ exchange }) => exchange)
  if (hosts.length === 0) return missing(record, 'not there: what comes back of a mail is lost.')
  const reached = await Promise.all(hosts.map((host) => addressesOf(names, host)))
  const without = hosts.filter((_, index) => reached[index]?.length === 0)
  return without.length > 0
    ? missing(record, `${without.join(', ')} has no address: what comes back of a mail is lost.`)
    : right(record, `leads to ${hosts.join(', ')}.`)
}

/** RFC 7208: one record, no more than ten look-ups, an end that refuses, and our addresses inside. */
async function checkSpf(
  names: Names,
  domain: string,
  addresses: readonly string[],
): Promise<readonly Said[]> {
  const record = `SPF ${domain}`
  const walk: Walk = { lookups: 0, allowed: new BlockList() }
  const { texts, end } = await readSpf(names, domain, walk)
  const { lookups, allowed } = walk
  if (texts === 0) return [missing(record, 'not there: others cannot tell our mail from forged.')]
  if (texts > 1) return [missing(record, 'is there more than once, which counts as an error.')]
  const outside = addresses.filter((address) => !allowed.check(address, familyOf(address)))
  const faults = [
    ...(lookups > MOST_LOOKUPS
      ? [missing(record, `needs ${lookups} look-ups: others stop at ${MOST_LOOKUPS}.`)]
      : []),
    ...outside.map((address) => missing(record, `does not let ${address} send.`)),
    ...(end === '-' || end === '~'
      ? []
      : [missing(record, 'does not end in -all or ~all: anybody may send.')]),
  ]
  return faults.length > 0 ? faults : [right(record, 'lets our mail server send, and nobody else.')]
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Of all records that one leads to: a record that includes itself ends at the most look-ups. */
type Walk = { lookups: number; readonly allowed: BlockList }
type Spf = { readonly texts: number; end: string | undefined }

/** Follows `include` and `redirect`; `exists`, `ptr` and macros are counted and let nobody send. */
async function readSpf(names: Names, domain: string, walk: Walk): Promise<Spf> {
  const texts = (await textsOf(names, domain)).filter((text) => /^v=spf1( |$)/i.test(text))
  const spf: Spf = { texts: texts.length, end: undefined }
  for (const term of (texts[0] ?? '').split(/\s+/).slice(1)) {
    const [, sign = '', name = '', value = ''] = /^([-~?+]?)([a-z0-9]+)[:=]?(.*)$/i.exec(term) ?? []
    if (!/^(ip4|ip6|all)$/i.test(name)) walk.lookups += 1
    if (walk.lookups > MOST_LOOKUPS) return spf
    await takeTerm(names, { spf, walk }, { sign, name: name.toLowerCase(), value, domain })
  }
  return spf
}

async function takeTerm(
  names: Names,
  { spf, walk: { allowed }, walk }: { readonly spf: Spf; readonly walk: Walk },
  { sign, name, value, domain }: Readonly<Record<'sign' | 'name' | 'value' | 'domain', string>>,
) {
  if (name === 'all') spf.end = sign || '+'
  if (name === 'ip4' || name === 'ip6') allow(allowed, value)
  const host = value.split('/')[0] || domain
  if (name === 'a') for (const address of await addressesOf(names, host)) allow(allowed, address)
  if (name === 'mx')
    for (const { exchange } of await found(names.resolveMx(host)))
      for (const address of await addressesOf(names, exchange)) allow(allowed, address)
  if (name !== 'include' && name !== 'redirect') return
  const inner = await readSpf(names, value, walk)
  if (name === 'redirect') spf.end = inner.end
}

function allow(list: BlockList, text: string) {
  const [address = '', bits] = text.split('/')
  const family = familyOf(address)
  list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
}

/** `k=v; k=v`, as DKIM and DMARC write their records. */
const tagsOf = (text: string) =>
  new Map(
    text.split(';').flatMap((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const]
    }),
  )

/** RFC 6376; RFC 8301 wants 2048 bits of RSA. */
async function checkDkim(names: Names, name: string): Promise<Said> {
  const record = `DKIM ${name}`
  const texts = (await textsOf(names, name)).filter((text) => tagsOf(text).has('p'))
  if (texts.length === 0) return missing(record, 'not there: signatures cannot be checked.')
  if (texts.length > 1) return missing(record, 'is there more than once.')
  const tags = tagsOf(texts[0] ?? '')
  const key = (tags.get('p') ?? '').replaceAll(/\s/g, '')
  if (key === '') return missing(record, 'is taken back (p is empty): every signature fails.')
  if (tags.get('k') === 'ed25519')
    return weak(record, 'is of Ed25519, which many do not check: sign with RSA as well.')
  const bits = bitsOf(key)
  if (bits === undefined) return missing(record, 'holds no key that can be read.')
  return bits < FEWEST_BITS
    ? weak(record, `has ${bits} bits: take ${FEWEST_BITS}.`)
    : right(record, `has ${bits} bits.`)
}

function bitsOf(key: string): number | undefined {
  try {
    const der = Buffer.from(key, 'base64')
    return createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyDetails
      ?.modulusLength
  } catch {
    return undefined
  }
}

/** RFC 7489: the policy, who gets the reports, and that the envelope's domain belongs to that of `From:`. */
async function checkDmarc(names: Names, mail: MailNames): Promise<readonly Said[]> {
  const { fromDomain, returnDomain } = mail
  const record = `DMARC _dmarc.${fromDomain}`
  const texts = (await textsOf(names, `_dmarc.${fromDomain}`)).filter((text) =>
    /^v=DMARC1/i.test(text),
  )
  if (texts.length === 0) return [missing(record, 'not there: large providers refuse bulk mail.')]
  if (texts.length > 1) return [missing(record, 'is there more than once, which counts as none.')]
  const tags = tagsOf(texts[0] ?? '')
  const isStrict = tags.get('aspf') === 's'
  const isAligned = isStrict
    ? returnDomain === fromDomain
    : returnDomain === fromDomain || returnDomain.endsWith(`.${fromDomain}`)
  const policy = tags.get('p')
  return [
    ...(policy === 'quarantine' || policy === 'reject'
      ? [right(record, `says ${policy}.`)]
      : [weak(record, 'says p=none: forged mail arrives. Read the reports, then quarantine.')]),
    ...(tags.has('rua') ? [] : [weak(record, 'names nobody who gets the reports (rua).')]),
    ...(isAligned
      ? []
      : [missing(record, `${returnDomain} does not count as ${fromDomain}: SPF is of no use.`)]),
  ]
}

/** The address has a name, and the name that address. */
async function checkReverse(names: Names, address: string): Promise<Said> {
  const record = `PTR ${address}`
  const hosts = await found(names.reverse(address))
  if (hosts.length === 0) return missing(record, 'not there: many refuse a sender without a name.')
  for (const host of hosts)
    if ((await addressesOf(names, host)).includes(address)) return right(record, `is ${host}.`)
  return missing(record, `${hosts.join(', ')} does not lead back to the address.`)
}
