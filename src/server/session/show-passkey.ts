import type { Context } from 'hono'
import { safeBackPath } from '#protocol/back-path.ts'
import { assertionSchema } from '#protocol/passkey.ts'
import { loginAddress } from '#vocabulary/login.ts'
import { provePage } from '#vocabulary/pages.ts'
import type { PasskeyFailure } from '#vocabulary/passkey.ts'
import { proofs } from '#vocabulary/proof.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import type { Services } from '../services.ts'
import type { Cookies } from './cookies.ts'
import { isOurForm, setSession, textOf } from './own-session.ts'

/**
 * A passkey was shown: the session goes on under a new id, as after a login, and the browser where it came from. What comes to
 * nothing leads back to the screen that asked; so does a press without script, which brings nothing to look at.
 */
export async function showPasskey(c: Context<ServerEnv>, services: Services, cookies: Cookies) {
  c.header('Cache-Control', 'no-store')
  const { signedIn, now, traceKey } = c.get('facts')
  const form = await c.req.formData()
  const back = safeBackPath(textOf(form, 'back'))
  const wanted = proofs.find((known) => known === form.get('proof')) ?? 'secondFactor'
  const again = (failed: PasskeyFailure) =>
    c.redirect(provePage({ proof: wanted, back, failed }), 303)
  if (!signedIn) return c.redirect(loginAddress(back), 303)
  // Another tab has renewed the session: the screen is asked for anew, with the token of today.
  if (!isOurForm(c, services, cookies, form)) return again('expired')
  const given = assertionSchema.safeParse(textOf(form, 'response'))
  if (!given.success) return again('empty')
  const { accountId, sessionHash } = signedIn
  const who = { actor: 'member', accountId, sessionHash, now, traceKey } as const
  const proved = await services.provePasskey(who, given.data)
  if ('failure' in proved) return again(proved.failure)
  setSession(c, services, cookies, proved.secret)
  return wanted === 'strong' && !proved.isStrong ? again('unsettled') : c.redirect(back, 303)
}
