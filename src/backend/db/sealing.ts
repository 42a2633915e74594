import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Seals personal data for a column: AES-256-GCM, the place (table.column:row) bound in as associated data, so that
 * a sealed value moved to another row does not open. `index` makes the blind index by which an equal value is found.
 */
export type Sealing = {
  seal: (place: string, plain: string) => string
  open: (place: string, sealed: string) => string
  /** The same for what is no text: pictures. */
  sealBytes: (place: string, plain: Uint8Array) => Buffer
  openBytes: (place: string, sealed: Uint8Array) => Buffer
  index: (purpose: string, plain: string) => string
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** @param secret at least 32 characters, from the environment in production. */
export function createSealing(secret: string, keyId = 'k1'): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secret, keyId, 'column sealing', 32))
  const mark = Buffer.from(`${keyId}.`)
  const indexKey = Buffer.from(hkdfSync('sha256', secret, keyId, 'blind index', 32))
  return {
    seal(place, plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        keyId,
        iv.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        body.toString('base64url'),
      ].join('.')
    },
    open(place, sealed) {
      const [id, iv, tag, body] = sealed.split('.')
      if (id !== keyId || iv === undefined || tag === undefined || body === undefined)
        throw new Error(`cannot open ${place}: sealed with another key`)
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
        .setAAD(Buffer.from(place))
        .setAuthTag(Buffer.from(tag, 'base64url'))
      return (
        decipher.update(Buffer.from(body, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
      )
    },
    sealBytes(place, plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
      const body = [cipher.update(plain), cipher.final()]
      return Buffer.concat([mark, iv, cipher.getAuthTag(), ...body])
    },
    openBytes(place, sealed) {
      const given = Buffer.from(sealed)
      if (!given.subarray(0, mark.length).equals(mark))
        throw new Error(`cannot open ${place}: sealed with another key`)
      const ivEnd = mark.length + IV_BYTES
      const tagEnd = ivEnd + TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, given.subarray(mark.length, ivEnd))
        .setAAD(Buffer.from(place))
        .setAuthTag(given.subarray(ivEnd, tagEnd))
      return Buffer.concat([decipher.update(given.subarray(tagEnd)), decipher.final()])
    },
    index: (purpose, plain) =>
      createHmac('sha256', indexKey).update(`${purpose}\0${plain}`).digest('base64url'),
  }
}
