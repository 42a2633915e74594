import { withQuery } from './pages.ts'

/** A login ends when it was not used for so long, and in any case so long after it was made (ours, after OWASP ASVS 5.0 section 7.3). */
export const IDLE_MINUTES = 30
export const ABSOLUTE_HOURS = 12

/** How long what was sent without the login or the proof it takes is kept for the next one: as long as fetching a code may take (ours). */
export const PRESS_STORED_MINUTES = 30

/** The login at the provider, which comes back to `back`; with `register` its page for a new account. */
export const loginAddress = (back: string, { register = false } = {}): string =>
  withQuery('/auth/login', { back, register: register ? '1' : undefined })

/** The same for a page that is asked for without a session: back to it, query and all. */
export function loginFor(asked: string): string {
  const { pathname, search } = new URL(asked)
  return loginAddress(pathname + search)
}
