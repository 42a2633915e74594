import { TRUE_BACK_URL } from '#protocol/back-path.ts'
import { antiForgery, ownName, readCookie } from '#protocol/http.ts'

/** Names and attributes of our cookies: on an https origin the first two are bound to the host and need TLS. */
export function createCookies(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const names = {
    session: ownName('sid', publicUrl),
    antiForgery: ownName(antiForgery.cookie, publicUrl),
    attempt: ownName('login', publicUrl),
    device: ownName('device', publicUrl),
    backUrl: TRUE_BACK_URL,
  }
  type Name = keyof typeof names

  function set(
    name: Name,
    value: string,
    options: { httpOnly?: boolean; maxAgeSeconds?: number } = {},
  ) {
    const parts = [`${names[name]}=${value}`, 'Path=/', 'SameSite=Lax']
    if (secure) parts.push('Secure')
    if (options.httpOnly) parts.push('HttpOnly')
    if (options.maxAgeSeconds !== undefined) parts.push(`Max-Age=${options.maxAgeSeconds}`)
    return parts.join('; ')
  }

  return {
    set,
    clear: (name: Name) => set(name, '', { maxAgeSeconds: 0 }),
    read: (header: string | null | undefined, name: Name) => readCookie(header ?? '', names[name]),
  }
}

export type Cookies = ReturnType<typeof createCookies>
