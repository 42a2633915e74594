import { randomInt } from 'node:crypto'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Acting } from '#backend/step/record-change.ts'
import { takeFirstStep, takeStep } from '#backend/step/take-step.ts'
import { CALLER_CODE_DIGITS, callerCodeEnds } from '#domain/telephone/caller-code.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { ProofPurpose, ProofWay } from '#vocabulary/console-record.ts'
import { hashOfProof, lockOpenCodes } from '../rows.ts'
import { callerProofs } from '../steps.ts'

type Deps = Pick<AreaDeps, 'sealing' | 'outbox'>

/**
 * A code for the member to read to our staff, shown in my page: it takes the place of one shown before for the same
 * purpose. Only a keyed hash of it is stored.
 */
export function issueCallCode(
  tx: Db,
  deps: Deps,
  {
    accountId,
    purpose,
    now,
  }: { readonly accountId: string; readonly purpose: ProofPurpose; readonly now: Instant },
): Promise<{ code: string; expiresAt: Instant }> {
  return issueCode(
    tx,
    deps,
    { actor: 'member', accountId, now },
    { accountId, purpose, way: 'mypage' },
  )
}

/** Makes a code that counts from now; earlier ones for the same purpose no longer do. */
export async function issueCode(
  tx: Db,
  deps: Deps,
  who: Acting,
  of: {
    readonly accountId: string
    readonly purpose: ProofPurpose
    readonly way: ProofWay
    readonly grantId?: string
  },
): Promise<{ code: string; expiresAt: Instant }> {
  const { accountId, purpose, way, grantId = null } = of
  const { now } = who
  for (const row of await lockOpenCodes(tx, accountId, purpose, now))
    await takeStep(tx, deps, who, callerProofs, { row, step: 'expired', patch: { ended_at: now } })
  const code = String(randomInt(10 ** CALLER_CODE_DIGITS)).padStart(CALLER_CODE_DIGITS, '0')
  const expiresAt = callerCodeEnds(now)
  await takeFirstStep(tx, deps, who, callerProofs, {
    values: {
      account_id: accountId,
      proof_id: newId('prf'),
      purpose,
      way,
      code_hash: hashOfProof(deps.sealing, accountId, code),
      begun_at: now,
      expires_at: expiresAt,
      grant_id: grantId,
    },
    step: 'begun',
  })
  return { code, expiresAt }
}
