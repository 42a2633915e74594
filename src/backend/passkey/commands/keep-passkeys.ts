import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { closeBrowser } from '#backend/login/close-sessions.ts'
import { notFound } from '#backend/refusal.ts'
import type { Acting, StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import type { AccountWho } from '#backend/contract/who.ts'
import type { Instant } from '#domain/tokyo.ts'
import { findPasskeys, lockPasskey, nameAad, type PasskeyRow } from '../rows.ts'
import { passkeys } from '../steps.ts'
import type { SessionWho } from './add-passkey.ts'

type Deps = StepDeps & { readonly sealing: Sealing }

/** @throws RefusalError NOT_FOUND also for a removed one */
export async function renamePasskey(
  tx: Db,
  deps: Deps,
  who: AccountWho,
  { passkeyId, name }: { readonly passkeyId: string; readonly name: string },
): Promise<PasskeyRow> {
  const row = await lockPasskey(tx, who.accountId, passkeyId)
  if (row.state === 'removed') throw notFound()
  const patch = { name_sealed: deps.sealing.seal(nameAad(passkeyId), name) }
  return takeStep(tx, deps, who, passkeys, { row, step: 'renamed', patch })
}

/**
 * Every contact is written to. Of a lost device the sessions of the browser in which the passkey was last used end as well, the
 * own one excepted, and that browser is new to the account again.
 * @returns how many sessions were ended
 * @throws RefusalError NOT_FOUND, WRONG_STATE when it was removed before
 */
export async function removePasskey(
  tx: Db,
  deps: Deps,
  who: SessionWho,
  { passkeyId, isLost }: { readonly passkeyId: string; readonly isLost: boolean },
): Promise<number> {
  const row = await lockPasskey(tx, who.accountId, passkeyId)
  await takeStep(tx, deps, who, passkeys, { row, step: 'removed' })
  if (!isLost || row.device_hash === null) return 0
  const { accountId, sessionHash: own } = who
  return closeBrowser(tx, { accountId, deviceHash: row.device_hash, own }, who.now)
}

/** All of an account whose holder has changed or will use it no more: what follows is told by whoever ends it. */
export async function endPasskeys(
  tx: Db,
  deps: StepDeps,
  { accountId, now }: { readonly accountId: string; readonly now: Instant },
): Promise<void> {
  const who: Acting = { actor: 'system', accountId, now }
  for (const row of await findPasskeys(tx, accountId))
    await takeStep(tx, deps, who, passkeys, { row, step: 'ended' })
}
