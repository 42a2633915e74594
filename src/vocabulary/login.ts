import { withQuery } from './pages.ts'

/** The login at the provider, which comes back to `back`; with `register` its page for a new account. */
export const loginAddress = (back: string, { register = false } = {}): string =>
  withQuery('/auth/login', { back, register: register ? '1' : undefined })

/** The same for a page that is asked for without a session: back to it, query and all. */
export function loginFor(asked: string): string {
  const { pathname, search } = new URL(asked)
  return loginAddress(pathname + search)
}
