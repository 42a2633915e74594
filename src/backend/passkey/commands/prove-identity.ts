import type { IdentityConcluded } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { newReadableNo } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { openCheck, prepareCheck } from '#backend/identity/public.ts'
import type { Sessions } from '#backend/login/sessions.ts'
import { RefusalError } from '#backend/refusal.ts'
import { notifyMember, recordNote, type StepDeps } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import { identityProofRefusedMessage } from '../messages.ts'
import { isProofOver } from '../queries.ts'
import {
  countProofsSince,
  findProof,
  findProofOfSession,
  insertProof,
  noteProved,
} from '../rows.ts'
import type { SessionWho } from './add-passkey.ts'
import { welcomeDevice, type WelcomeDeps } from './welcome-device.ts'

/** Ours: each takes up to three readings, and each reading costs money. */
const PROOFS_A_DAY = 3

/**
 * Begins, or goes on with, the proof by the IC chip for this session.
 * @throws RefusalError TOO_MANY_REQUESTS, IDENTITY_EXPIRED, WRONG_STATE while staff look at it
 */
export async function beginIdentityProof(
  tx: Db,
  deps: StepDeps & { readonly publicUrl: string; readonly sealing: Sealing },
  who: SessionWho,
  back: string,
) {
  const { accountId, sessionHash, now } = who
  const open = await findProofOfSession(tx, accountId, sessionHash)
  const orderNo =
    open !== undefined && !isProofOver(open, now) ? open.proof_no : await openProof(tx, who)
  return prepareCheck(tx, deps, who, { orderNo, back, subject: { isOver: false } })
}

async function openProof(tx: Db, { accountId, sessionHash, now }: SessionWho): Promise<string> {
  if ((await countProofsSince(tx, accountId, now.subtract({ hours: 24 }))) >= PROOFS_A_DAY)
    throw new RefusalError('TOO_MANY_REQUESTS')
  const proofNo = newReadableNo('IP')
  await insertProof(tx, {
    account_id: accountId,
    proof_no: proofNo,
    session_hash: sessionHash,
    begun_at: now,
  })
  await openCheck(tx, { accountId, contractId: null, orderNo: proofNo, now })
  return proofNo
}

/**
 * The chip named the holder: the session that asked is proved strongly, and its device is known. What staff could not take is told to
 * the member, whose screen is closed by then.
 */
export async function takeIdentityProof(
  tx: Db,
  deps: WelcomeDeps & { readonly sessions: Sessions },
  { accountId, orderNo, state, decided }: IdentityConcluded,
  now: Instant,
): Promise<void> {
  const proof = await findProof(tx, accountId, orderNo)
  if (proof === undefined) return
  if (state !== 'matched') {
    if (decided === undefined) return
    const refused = { accountId, proofNo: orderNo, reason: decided.reason }
    return notifyMember(tx, deps, identityProofRefusedMessage(refused), now)
  }
  if (!(await noteProved(tx, proof, now))) return
  const { session_hash: sessionHash } = proof
  // What staff decided hours later says who asked, not who sits there now: the device is known, nothing else.
  if (decided === undefined) await deps.sessions.noteStrongProof(tx, sessionHash, now)
  await recordNote(
    tx,
    { actor: decided === undefined ? 'system' : 'staff', accountId, now },
    { action: 'identity-proved', target: orderNo },
  )
  await welcomeDevice(tx, deps, { accountId, sessionHash, by: 'identity', now })
}
