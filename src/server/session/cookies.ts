import { TRUE_BACK_URL } from '#protocol/back-path.ts'
import { storedCookie } from '#vocabulary/stored-figures.ts'
import { antiForgery, ownName, readCookie } from '#protocol/http.ts'

/** Cookies of ours by the names they have on an origin: on https they need TLS. */
export function cookiesOf<Name extends string>(
  origin: string,
  names: Readonly<Record<Name, string>>,
) {
  const secure = origin.startsWith('https:')

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

/** Names of the portal's cookies: on an https origin all but the last are bound to the host. */
export const createCookies = (publicUrl: string) =>
  cookiesOf(publicUrl, {
    session: ownName('sid', publicUrl),
    antiForgery: ownName(antiForgery.cookie, publicUrl),
    attempt: ownName('login', publicUrl),
    device: ownName('device', publicUrl),
    stored: ownName(storedCookie, publicUrl),
    backUrl: TRUE_BACK_URL,
  })

export type Cookies = ReturnType<typeof createCookies>
