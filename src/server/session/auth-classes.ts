import type { SignedIn } from '#backend/caller.ts'
import { LRUCache } from 'lru-cache'
import { waitAtMost } from '#backend/time-limit.ts'
import type { Cookies } from './cookies.ts'

/** How long a session's class is believed for choosing the header's buttons; my page asks anew each time. */
const CLASS_MS = 30_000
/** An account without a contract may order one, and the header follows at once. Few sessions are of that class for long. */
const ACCOUNT_MS = 1_000
/** A database that does not answer is asked for the same session again after this. */
const UNKNOWN_MS = 5_000
/** The header's buttons are worth no longer wait. */
const WAIT_MS = 1_000
const MAX_CLASSES = 10_000

export type AuthClass = 'visitor' | 'account' | 'member'
export type AuthClasses = ReturnType<typeof createAuthClasses>

/**
 * Whether a public page is for a visitor, an account or a member. Only a session id that we have signed is looked up,
 * so an invented cookie costs no question; when the database cannot say, the page is a visitor's (decision 020).
 */
export function createAuthClasses(deps: {
  cookies: Pick<Cookies, 'read'>
  sessions: { isOurs: (secret: string) => boolean }
  find: (secret: string) => Promise<Pick<SignedIn, 'contractId'> | undefined>
  onFailure: (cause: unknown) => void
}) {
  const known = new LRUCache<string, AuthClass>({
    max: MAX_CLASSES,
    ttl: CLASS_MS,
    perf: { now: () => performance.now() },
    fetchMethod: async (secret, _, { options }) => {
      try {
        const found = await waitAtMost(
          WAIT_MS,
          deps.find(secret).then(classOf),
          () => new Error(`no answer within ${WAIT_MS} ms`),
        )
        if (found === 'account') options.ttl = ACCOUNT_MS
        return found
      } catch (cause) {
        deps.onFailure(cause)
        options.ttl = UNKNOWN_MS
        return 'visitor'
      }
    },
  })

  return {
    /** At once where it is known, as it nearly always is. */
    of(cookieHeader: string | undefined): AuthClass | Promise<AuthClass> {
      const secret = deps.cookies.read(cookieHeader, 'session')
      if (!secret || !deps.sessions.isOurs(secret)) return 'visitor'
      return known.get(secret) ?? known.forceFetch(secret)
    },
  }
}

function classOf(signedIn: Pick<SignedIn, 'contractId'> | undefined): AuthClass {
  if (!signedIn) return 'visitor'
  return signedIn.contractId ? 'member' : 'account'
}
