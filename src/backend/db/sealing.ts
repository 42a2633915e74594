import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/**
 * Seals personal data for a column: AES-256-GCM with the row it belongs to as associated data (`table.column:row`), so that
 * a sealed value moved to another row does not open. `index` makes the blind index by which an equal value is found.
 */
export type Sealing = {
  seal: (aad: string, plain: string) => string
  open: (aad: string, sealed: string) => string
  /** The same for what is no text: pictures. */
  sealBytes: (aad: string, plain: Uint8Array) => Buffer
  openBytes: (aad: string, sealed: Uint8Array) => Buffer
  index: (purpose: string, plain: string) => string
  /** The name of the key that seals now; it is the beginning of every sealed value. */
  keyId: string
  /** Of every key that opens, and of the blind indexes' (`index`): what can be written down about a secret. */
  fingerprints: ReadonlyMap<string, string>
}

/** A value among others as it lies in a row, sealed or not there, with the associated data that it is bound to. */
export type SealedValue = { readonly value: unknown; readonly aad: string }

export type SealingKey = {
  /** `k1`, `k2` … */
  readonly id: string
  /** At least 32 characters, from the environment in production. */
  readonly secret: string
}

export type SealingKeys = {
  readonly current: SealingKey
  /** Open what they have sealed, or what another process seals with them already (decision 069). */
  readonly others?: readonly SealingKey[]
  /** The key of the blind indexes, as `indexKeyOf` gives it; made from the current secret, if not given. */
  readonly indexKey?: string | undefined
}

const IV_BYTES = 12
const TAG_BYTES = 16
/** A key's name and its point; no name is longer. */
const LONGEST_MARK = 8

const derived = ({ id, secret }: SealingKey, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, id, purpose, 32))

/** The key that blind indexes have as long as none is given. It opens nothing that is sealed. */
export const indexKeyOf = (key: SealingKey): string =>
  derived(key, 'blind index').toString('base64url')

export function createSealing(secretOrKeys: string | SealingKeys): Sealing {
  const { current, others, indexKey } =
    typeof secretOrKeys === 'string'
      ? { current: { id: 'k1', secret: secretOrKeys } }
      : { others: [], ...secretOrKeys }
  const keys = new Map(
    [current, ...(others ?? [])].map((key) => [key.id, derived(key, 'column sealing')]),
  )
  const key = keyOf(current.id, 'anything')
  const mark = Buffer.from(`${current.id}.`)
  const indexed = Buffer.from(indexKey ?? indexKeyOf(current), 'base64url')

  function keyOf(id: string | undefined, aad: string): Buffer {
    const found = id === undefined ? undefined : keys.get(id)
    if (found === undefined) throw new Error(`cannot open ${aad}: sealed with another key`)
    return found
  }

  const fingerprints = new Map(
    [current, ...(others ?? [])].map((one) => [
      one.id,
      derived(one, 'fingerprint').toString('base64url'),
    ]),
  ).set('index', createHash('sha256').update(indexed).digest('base64url'))

  return {
    keyId: current.id,
    fingerprints,
    seal(aad, plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        current.id,
        iv.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        body.toString('base64url'),
      ].join('.')
    },
    open(aad, sealed) {
      const [id, iv, tag, body] = sealed.split('.')
      const sealedWith = keyOf(id, aad)
      if (iv === undefined || tag === undefined || body === undefined)
        throw new Error(`cannot open ${aad}: not a sealed value`)
      const decipher = createDecipheriv('aes-256-gcm', sealedWith, Buffer.from(iv, 'base64url'))
        .setAAD(Buffer.from(aad))
        .setAuthTag(Buffer.from(tag, 'base64url'))
      return (
        decipher.update(Buffer.from(body, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
      )
    },
    sealBytes(aad, plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad))
      const body = [cipher.update(plain), cipher.final()]
      return Buffer.concat([mark, iv, cipher.getAuthTag(), ...body])
    },
    openBytes(aad, sealed) {
      const given = Buffer.from(sealed)
      const point = given.subarray(0, LONGEST_MARK).indexOf('.')
      const sealedWith = keyOf(given.subarray(0, Math.max(point, 0)).toString(), aad)
      const ivEnd = point + 1 + IV_BYTES
      const tagEnd = ivEnd + TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', sealedWith, given.subarray(point + 1, ivEnd))
        .setAAD(Buffer.from(aad))
        .setAuthTag(given.subarray(ivEnd, tagEnd))
      return Buffer.concat([decipher.update(given.subarray(tagEnd)), decipher.final()])
    },
    index: (purpose, plain) =>
      createHmac('sha256', indexed).update(`${purpose}\0${plain}`).digest('base64url'),
  }
}
