import { challengeIn } from '#backend/adapters/webauthn.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { notFound } from '#backend/refusal.ts'
import { browserOfSession } from '#backend/login/devices.ts'
import type { Sessions } from '#backend/login/sessions.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { isCounterBack, isSettled } from '#domain/passkey/passkey.ts'
import type { Assertion } from '#protocol/passkey.ts'
import type { PasskeyFailure } from '#vocabulary/passkey.ts'
import {
  findPasskeys,
  lockByCredential,
  takeChallenge,
  toCredential,
  writeChallenge,
} from '../rows.ts'
import { passkeys } from '../steps.ts'
import type { PasskeyDeps, SessionWho } from './add-passkey.ts'
import { welcomeDevice, type WelcomeDeps } from './welcome-device.ts'

export type ProveDeps = PasskeyDeps &
  WelcomeDeps & { readonly database: DatabaseHandle; readonly sessions: Sessions }

/** The session goes on under a new id (`secret`), or why it does not. */
export type Proved =
  | { readonly secret: string; readonly sessionHash: string; readonly isStrong: boolean }
  | { readonly failure: Exclude<PasskeyFailure, 'empty' | 'unsettled'> }

/**
 * What the browser signs by one of the account's passkeys.
 * @throws RefusalError NOT_FOUND where the account has none
 */
export async function beginProving(
  tx: Db,
  { webauthn }: Pick<PasskeyDeps, 'webauthn'>,
  { accountId, sessionHash, now }: SessionWho,
) {
  const known = (await findPasskeys(tx, accountId)).filter(({ state }) => state === 'active')
  if (known.length === 0) throw notFound()
  const options = await webauthn.requestOptions(known.map(toCredential))
  await writeChallenge(tx, options.challenge, { sessionHash, purpose: 'prove', now })
  return options
}

/** One try: whatever comes of it, the challenge is used up and a key that may have been copied stays stopped. */
export const provePasskey = (
  deps: ProveDeps,
  who: SessionWho,
  response: Assertion,
): Promise<Proved> =>
  deps.database.db.transaction().execute((tx) => tryPasskey(tx, deps, who, response))

async function tryPasskey(
  tx: Db,
  deps: ProveDeps,
  who: SessionWho,
  response: Assertion,
): Promise<Proved> {
  const { accountId, sessionHash, now } = who
  const challenge = challengeIn(response.response.clientDataJSON)
  const isOurs = await takeChallenge(tx, challenge, { sessionHash, purpose: 'prove', now })
  if (challenge === undefined || !isOurs) return { failure: 'expired' }
  const row = await lockByCredential(tx, accountId, response.id)
  if (row === undefined) return { failure: 'unknown' }
  if (row.state === 'stopped') return { failure: 'stopped' }
  const shown = await deps.webauthn.verifyAssertion(response, challenge, toCredential(row))
  if (shown === undefined) return { failure: 'unverified' }
  if (isCounterBack(row.sign_count, shown)) {
    const by = { ...who, actor: 'system' } as const
    await takeStep(tx, deps, by, passkeys, { row, step: 'counter_went_back' })
    return { failure: 'stopped' }
  }
  const { deviceHash, userAgent } = await browserOfSession(tx, sessionHash)
  const patch = {
    sign_count: shown,
    last_used_at: now,
    device_hash: deviceHash,
    user_agent: userAgent,
  }
  await takeStep(tx, deps, who, passkeys, { row, step: 'used', patch })
  const isStrong = isSettled(row.settles_at, now)
  const opened = await deps.sessions.prove(tx, sessionHash, { isStrong, now })
  if (opened === undefined) return { failure: 'expired' }
  if (isStrong) await welcomeDevice(tx, deps, { ...opened, accountId, now, by: 'passkey' })
  return { ...opened, isStrong }
}
