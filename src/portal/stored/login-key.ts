import { ownName, readCookie } from '#protocol/conventions.ts'
import { storedCookie } from '#vocabulary/stored-figures.ts'

/** The key of this login, and what tells it from others'. */
export type LoginKey = { readonly key: CryptoKey; readonly id: string }

/**
 * Out of the cookie that the login gave this browser; undefined without one. The browser itself takes the cookie away when
 * its days are over, and the portal when the login ends: from then on what lies in the phone is noise.
 */
export async function loginKey(): Promise<LoginKey | undefined> {
  const secret = readCookie(document.cookie, ownName(storedCookie, location.origin))
  if (secret === undefined || secret === '') return undefined
  // A digest makes a key of the right length of whatever the cookie holds.
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return { key, id: btoa(String.fromCharCode(...digest.slice(0, 8))) }
}

/** Out of reach of the portal the browser forgets the key by itself. */
export function dropLoginKey(): void {
  const name = ownName(storedCookie, location.origin)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser of ours
  document.cookie = `${name}=; Path=/; SameSite=Lax; Max-Age=0${secure}`
}
