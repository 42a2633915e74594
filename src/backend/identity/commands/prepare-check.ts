import { findOrder } from '#backend/contract/orders.ts'
import type { Db } from '#backend/db/connect.ts'
import { RefusalError } from '#backend/refusal.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { identityStates } from '#domain/identity/identity-states.ts'
import type { Instant } from '#domain/tokyo.ts'
import { MAX_ATTEMPTS, toWireCheck } from '../queries.ts'
import { findCheckOfOrder, hasLiveSession, lockCheck, type CheckRow } from '../rows/checks.ts'
import { checks } from '../steps.ts'

/** The values a check compares where they are not the registered ones: of an application, or of a change of the profile. */
export type CheckSubject = {
  readonly name: string
  readonly kana: string
  readonly birth: string | undefined
  readonly address: string | undefined
  /** What the check is for has ended. */
  readonly isOver: boolean
  /** What follows belongs to the session that asked for it: a card that is held for another session must not serve it. */
  readonly onlySession?: string | undefined
}

export type FindSubject = (
  db: Db,
  accountId: string,
  orderNo: string,
) => Promise<CheckSubject | undefined>

type CheckRequest = {
  readonly orderNo: string
  /** The page of ours to which the browser comes back from the reader. */
  readonly back: string
  readonly subject: Pick<CheckSubject, 'isOver'> | undefined
}

/**
 * A member begins a check, or begins it again. This counts no attempt: `startReading` does, when the browser really goes to
 * the reader.
 * @throws RefusalError NOT_FOUND, WRONG_STATE, IDENTITY_EXPIRED
 */
export async function prepareCheck(
  tx: Db,
  deps: StepDeps & { readonly publicUrl: string },
  { accountId, now }: { readonly accountId: string; readonly now: Instant },
  { orderNo, back, subject }: CheckRequest,
) {
  const found = await findCheckOfOrder(tx, accountId, orderNo)
  if (!found) throw new RefusalError('NOT_FOUND')
  const row = await lockCheck(tx, accountId, found.check_id)
  if (subject?.isOver ?? (await isOrderOver(tx, row))) throw new RefusalError('WRONG_STATE')
  const state = identityStates.isState(row.state) ? row.state : 'waiting'
  if (state === 'matched' || state === 'manual') throw new RefusalError('WRONG_STATE')
  const isRetry = identityStates.can(state, 'retried')
  const needsSession = isRetry || !hasLiveSession(row, now)
  // A check whose time ran out at the last attempt is handed to staff by the next poll.
  if (needsSession && row.attempts >= MAX_ATTEMPTS) throw new RefusalError('IDENTITY_EXPIRED')
  const next = await takeStep(tx, deps, { actor: 'member', accountId, now }, checks, {
    row,
    step: isRetry ? 'retried' : 'begun',
    patch: {
      back_path: back,
      ...(needsSession && {
        session_id: null,
        expires_at: null,
        failure: null,
        evidence_sealed: null,
      }),
    },
    details: { attempt: needsSession ? row.attempts + 1 : row.attempts },
  })
  return { ...toWireCheck(next), startUrl: `${deps.publicUrl}/identity/start/${row.check_id}` }
}

/** Nothing personal is sent to the reader for an order that has ended meanwhile. */
async function isOrderOver(db: Db, { contract_id: contractId, order_no: orderNo }: CheckRow) {
  if (contractId === null) return false
  return (await findOrder(db, contractId, orderNo)).closed_at !== null
}
