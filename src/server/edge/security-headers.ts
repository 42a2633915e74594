import { createHash } from 'node:crypto'

export type SecurityOrigins = {
  /** Whose styles, pictures and answers a page may show. */
  platform: string[]
  /** Addresses of the only scripts that run besides our own. */
  platformScripts: string[]
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
 * No inline script runs unless it carries the page's nonce (my page) or its hash is here (cached pages). A nonce
 * admits a page's own style element too: the plain page has no file beside it.
 * @param inline `'nonce-…'` or `'sha256-…'` sources of the page's own inline scripts and styles.
 */
export function contentSecurityPolicy(
  origins: SecurityOrigins,
  inline: { scripts: string[]; styles: string[] } = { scripts: [], styles: [] },
): string {
  const platform = origins.platform.join(' ')
  return [
    `default-src 'self'`,
    `script-src 'self' ${[...inline.scripts, ...origins.platformScripts.map(sourceOf)].join(' ')}`.trim(),
    `style-src 'self' ${[...inline.styles, platform].join(' ')}`.trim(),
    `img-src 'self' data: ${platform}`.trim(),
    `connect-src 'self' ${[...new Set([...origins.platform, ...origins.reporting])].join(' ')}`.trim(),
    `form-action 'self' ${origins.identityProvider.join(' ')}`.trim(),
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** A source of the policy names a path, and nothing behind it. */
function sourceOf(address: string): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')
}

/** Those that may run, which structured data may not. */
const inlineScript = /<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g

/** Hash sources of a page's inline scripts and styles, worked out once when the page is put into the cache. */
export function hashesOf(html: string): { scripts: string[]; styles: string[] } {
  return { scripts: hashes(html, inlineScript), styles: hashes(html, inlineStyle) }
}

function hashes(html: string, element: RegExp): string[] {
  const all = [...html.matchAll(element)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return [...new Set(all)]
}
