import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'

const LONGEST_SECONDS = 24 * 3600

const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().optional() })

/**
 * Whose message it is, as a push service finds out (RFC 8292): a token signed with the key that it names, for this very
 * service, and not for longer than a day.
 * @returns the key, base64url; undefined where any of that is not so
 */
export function signerOf(header: string, origin: string, nowMs: number): string | undefined {
  const [, token = '', key = ''] =
    /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return undefined
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return undefined
  const { aud, exp } = claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  const left = exp - nowMs / 1000
  return aud === origin && left > 0 && left <= LONGEST_SECONDS ? key : undefined
}
