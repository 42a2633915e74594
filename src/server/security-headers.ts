import { createHash } from 'node:crypto'

export type SecurityOrigins = {
  platform: string[]
  identityProvider: string[]
  /** Where the browser's log and error reporter send to. */
  reporting: string[]
  https: boolean
}

/** Headers of every answer (OWASP ASVS 5.0 section 3.4). */
export function securityHeaders(origins: SecurityOrigins): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(origins.https
      ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

/**
 * No inline script runs unless it carries the page's nonce (my page) or its hash stands here (cached pages). A nonce
 * admits a page's own style element too: `/mypage/lite` has no file beside it.
 * @param scripts `'nonce-…'` or `'sha256-…'` sources.
 */
export function contentSecurityPolicy(origins: SecurityOrigins, scripts: string[]): string {
  const platform = origins.platform.join(' ')
  const nonces = scripts.filter((source) => source.startsWith(`'nonce-`))
  return [
    `default-src 'self'`,
    `script-src 'self' ${[...scripts, platform].join(' ')}`.trim(),
    `style-src 'self' ${[...nonces, platform].join(' ')}`.trim(),
    `img-src 'self' data: ${platform}`.trim(),
    `connect-src 'self' ${[...new Set([...origins.platform, ...origins.reporting])].join(' ')}`.trim(),
    `form-action 'self' ${origins.identityProvider.join(' ')}`.trim(),
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** Hash sources of a page's inline scripts, worked out once when the page is put into the cache. */
export function scriptHashes(html: string): string[] {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
  return [...new Set(hashes)]
}
