import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Seals personal data for a column: AES-256-GCM, the place (table.column:row) bound in as associated data, so that
 * a sealed value moved to another row does not open. `index` makes the blind index by which an equal value is found.
 */
export type Sealing = {
  seal: (place: string, plain: string) => string
  open: (place: string, sealed: string) => string
  index: (purpose: string, plain: string) => string
}

/** @param secret at least 32 characters, from the environment in production. */
export function createSealing(secret: string, keyId = 'k1'): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secret, keyId, 'column sealing', 32))
  const indexKey = Buffer.from(hkdfSync('sha256', secret, keyId, 'blind index', 32))
  return {
    seal(place, plain) {
      const iv = randomBytes(12)
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
    index: (purpose, plain) =>
      createHmac('sha256', indexKey).update(`${purpose}\0${plain}`).digest('base64url'),
  }
}
