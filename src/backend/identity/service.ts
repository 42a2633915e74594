import { pages } from '#vocabulary/pages.ts'
import type { IdentityListener } from '#backend/area.ts'
import { recordAudit } from '#backend/audit.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import type { IdentityPort, Reading } from '#backend/ports/identity.ts'
import { findOrder } from '#backend/contract/orders.ts'
import { RefusalError } from '#backend/refusal.ts'
import { comparedSchema, saveVerifiedIdentity } from '#backend/verified-identity.ts'
import { identityStates, type IdentityEvent } from '#domain/identity/identity-states.ts'
import { isBefore, toTokyoDate, tokyoDate, type Instant } from '#domain/tokyo.ts'
import {
  findCheckOfOrder,
  findCheckOfSession,
  lockCheck,
  saveCheck,
  type CheckRow,
} from './checks.ts'
import { findOpenDecisions, noteCarriedOut, type Decision } from './decisions.ts'
import { canRetry, eventsTo, step } from './reading-events.ts'
import { isOutOfDate, MAX_ATTEMPTS } from './wire.ts'

export type IdentityService = ReturnType<typeof createIdentityService>

/** Of a check that compares other values than those registered: of a change that waits for it. */
export type CheckSubject = {
  readonly name: string
  readonly kana: string
  readonly birth: string | undefined
  readonly address: string | undefined
  readonly isOver: boolean
}

export type FindSubject = (
  db: Db,
  accountId: string,
  orderNo: string,
) => Promise<CheckSubject | undefined>

export const expectedAad = (checkId: string) => `identity_check.expected:${checkId}`

export function createIdentityService(deps: {
  database: DatabaseHandle
  sealing: Sealing
  identity: IdentityPort
  publicUrl: string
  now: () => Instant
  listeners: readonly IdentityListener[]
  findSubject: FindSubject
}) {
  const { database, sealing, identity, findSubject } = deps

  /**
   * A member begins, or begins anew. An attempt is counted by `start`, which opens a session at the reader outside any
   * transaction: a button that leads nowhere costs none.
   */
  async function prepare(tx: Db, accountId: string, orderNo: string, back: string, now: Instant) {
    const found = await findCheckOfOrder(tx, accountId, orderNo)
    if (!found) throw new RefusalError('NOT_FOUND')
    const row = await lockCheck(tx, accountId, found.check_id)
    const subject = await findSubject(tx, accountId, orderNo)
    if (subject?.isOver ?? (await isOrderOver(tx, row))) throw new RefusalError('WRONG_STATE')
    const state = identityStates.isState(row.state) ? row.state : 'waiting'
    if (state === 'matched' || state === 'manual') throw new RefusalError('WRONG_STATE')
    const again = identityStates.can(state, 'retried')
    const isAnew = again || !hasLiveSession(row, now)
    // One whose time ran out unnoticed at the last attempt is handed to somebody by the next poll.
    if (isAnew && row.attempts >= MAX_ATTEMPTS) throw new RefusalError('IDENTITY_EXPIRED')
    const next: CheckRow = {
      ...row,
      back_path: back,
      state: again ? 'waiting' : row.state,
      ...(isAnew ? { session_id: null, expires_at: null, failure: null } : {}),
    }
    await saveCheck(tx, next, now)
    await recordAudit(tx, {
      chain: row.contract_id ?? accountId,
      at: now,
      actor: 'member',
      accountId,
      action: 'identity-check-begun',
      target: orderNo,
      details: { attempt: isAnew ? row.attempts + 1 : row.attempts },
    })
    return { row: next, startUrl: `${deps.publicUrl}/identity/start/${row.check_id}` }
  }

  /**
   * Opens the session at the reader, which is an attempt; a repeated start leads to the session that is open.
   * @returns where the browser goes: to the reader, or back with the reason why not.
   */
  async function start(accountId: string, checkId: string): Promise<string> {
    const { db } = database
    const row = await lockCheck(db, accountId, checkId)
    const back = (reason: string) => withQuery(row.back_path ?? pages.orders, reason)
    if (row.state !== 'waiting' && row.state !== 'reading') return back('closed')
    const subject = await findSubject(db, accountId, row.order_no)
    const { name, kana, birth, address } = subject ?? (await readHolder(db, sealing, accountId))
    if (birth === undefined || address === undefined || name === '') {
      await conclude(row, { event: 'handed_to_staff' })
      return back('incomplete')
    }
    const attempt = hasLiveSession(row, deps.now()) ? row.attempts : row.attempts + 1
    if (attempt > MAX_ATTEMPTS) return back('closed')
    const answer = await identity.begin({
      orderId: row.round === 1 ? `${checkId}-${attempt}` : `${checkId}-${row.round}-${attempt}`,
      returnUrl: `${deps.publicUrl}/identity/return/${checkId}`,
      expected: { name, birth, address },
    })
    if (answer.kind !== 'accepted') return back('unavailable')
    const { sessionId, url, expiresAt } = answer.value
    await db
      .updateTable('identity_check')
      .set({
        session_id: sessionId,
        expires_at: Temporal.Instant.from(expiresAt),
        attempts: attempt,
        expected_sealed: sealing.seal(
          expectedAad(checkId),
          JSON.stringify({ name, kana, birth, address }),
        ),
      })
      .where('account_id', '=', accountId)
      .where('check_id', '=', checkId)
      .where('attempts', '=', row.attempts)
      .where('round', '=', row.round)
      .execute()
    return url
  }

  /** The member comes back from the reader: its answer is fetched, not believed from the address. */
  async function finish(accountId: string, checkId: string): Promise<string> {
    const row = await lockCheck(database.db, accountId, checkId)
    if (row.session_id) await poll(row.session_id)
    // Who has left the reader after the last try does not hold the card against it again: staff look from now on.
    const left = await lockCheck(database.db, accountId, checkId)
    if (left.state === 'unreadable' && left.attempts >= MAX_ATTEMPTS)
      await conclude(left, { event: 'handed_to_staff' })
    return row.back_path ?? pages.orders
  }

  /** @returns whether the reader answered at all */
  async function poll(sessionId: string): Promise<boolean> {
    const answer = await identity.find(sessionId)
    if (answer.kind === 'accepted') await takeReading(answer.value)
    return answer.kind !== 'no-answer'
  }

  /** The ONE way by which callback, return and polling move a check; a reading of an earlier attempt counts no more. */
  async function takeReading(reading: Omit<Reading, 'orderId'>) {
    const row = await findCheckOfSession(database.db, reading.sessionId)
    if (row) await conclude(row, reading)
  }

  async function conclude(
    known: CheckRow,
    news: Omit<Reading, 'orderId'> | { event: IdentityEvent },
    decided?: { readonly reason: string | undefined },
  ) {
    const actor = decided === undefined ? 'system' : 'staff'
    await database.db.transaction().execute(async (tx) => {
      const now = deps.now()
      const row = await lockCheck(tx, known.account_id, known.check_id)
      if (row.session_id !== known.session_id) return
      const events = 'event' in news ? [news.event] : eventsTo(row.state, news.state)
      const state = events.reduce(step, row.state)
      if (state === row.state) return
      const failure = 'failure' in news ? news.failure : null
      // A document that is out of date was read: that costs no try. The next session is another, by its round.
      const isFree = isOutOfDate({ state, failure })
      // A card that was not read may be held against the reader again while the session lives.
      const usedUp =
        actor === 'system' &&
        !isFree &&
        row.attempts >= MAX_ATTEMPTS &&
        state !== 'unreadable' &&
        canRetry(state)
      const next: CheckRow = {
        ...row,
        state: usedUp ? step(state, 'handed_to_staff') : state,
        verified_on: 'verifiedOn' in news && news.verifiedOn ? tokyoDate(news.verifiedOn) : null,
        failure,
        ...(isFree && { attempts: row.attempts - 1, round: row.round + 1 }),
        // With other documents, everything begins again.
        ...(state === 'waiting' && {
          attempts: 0,
          round: row.round + 1,
          session_id: null,
          expires_at: null,
          asked: decided?.reason ?? row.asked,
        }),
      }
      await saveCheck(tx, next, now)
      if (next.state === 'matched') await keepVerified(tx, next, now)
      await recordAudit(tx, {
        chain: row.contract_id ?? row.account_id,
        at: now,
        actor,
        accountId: row.account_id,
        action: `identity-check-${next.state}`,
        target: row.order_no,
      })
      const { account_id: accountId, contract_id: contractId, order_no: orderNo } = row
      for (const listen of deps.listeners)
        await listen(tx, { accountId, contractId, orderNo, state: next.state, decided }, now)
      if (decided !== undefined) await noteCarriedOut(tx, accountId, row.check_id, now)
    })
  }

  /** What staff decided meanwhile; a check that a reading settled first stays as it is. */
  async function carryOut() {
    for (const { decision, reason, ...row } of await findOpenDecisions(database.db))
      await conclude(row, { event: eventOf[decision] }, { reason: reason ?? undefined })
  }

  /** Kept is what was compared; the profile may have changed while the card was read. */
  async function keepVerified(tx: Db, row: CheckRow, now: Instant) {
    const { account_id: accountId, check_id: checkId, expected_sealed: sealed } = row
    const compared =
      sealed === null
        ? await readHolder(tx, sealing, accountId)
        : comparedSchema.parse(JSON.parse(sealing.open(expectedAad(checkId), sealed)))
    const { name, kana, birth = '', address = '' } = compared
    const verifiedOn = row.verified_on ?? toTokyoDate(now)
    await saveVerifiedIdentity(
      tx,
      sealing,
      { accountId, compared: { name, kana, birth, address }, verifiedOn },
      now,
    )
  }

  return { prepare, start, finish, poll, takeReading, carryOut }
}

const eventOf = {
  approved: 'matched',
  refused: 'mismatched',
  documents_asked: 'documents_asked',
} as const satisfies Record<Decision['decision'], IdentityEvent>

function hasLiveSession({ session_id, expires_at }: CheckRow, now: Instant): boolean {
  if (session_id === null) return false
  return expires_at === null || isBefore(now, expires_at)
}

/** Nothing personal is sent to the reader for an order that has ended meanwhile. */
async function isOrderOver(db: Db, { contract_id: contractId, order_no: orderNo }: CheckRow) {
  if (contractId === null) return false
  return (await findOrder(db, contractId, orderNo)).closed_at !== null
}

function withQuery(path: string, reason: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}identity=${reason}`
}
