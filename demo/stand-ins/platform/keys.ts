import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { firstRow, insertRow, type Store } from '../wire/store.ts'

export const keysSchema = `
  CREATE TABLE IF NOT EXISTS secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;`

const jwkSchema = z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string() })

/** The provider's own secrets: made at the first start, the same ever after. */
export function loadKeys(store: Store): {
  signingKey: z.infer<typeof jwkSchema>
  cookieKey: string
} {
  const signingKey = keep(store, 'signing-key', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const kid = randomBytes(8).toString('hex')
    return JSON.stringify({
      ...privateKey.export({ format: 'jwk' }),
      kid,
      use: 'sig',
      alg: 'RS256',
    })
  })
  return {
    signingKey: jwkSchema.parse(JSON.parse(signingKey)),
    cookieKey: keep(store, 'cookie-key', () => randomBytes(32).toString('hex')),
  }
}

function keep(store: Store, name: string, make: () => string): string {
  const row = z.object({ value: z.string() })
  const found = firstRow(store, row, 'SELECT value FROM secret WHERE name = ?', name)
  if (found !== undefined) return found.value
  const value = make()
  insertRow(store, 'secret', { name, value })
  return value
}
