import type { IdentityListener } from '#backend/area.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import type { IdentityPort, Reading, ReadingState } from '#backend/ports/identity.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { saveVerifiedIdentity } from '#backend/verified-identity.ts'
import { identityStates, type IdentityEvent } from '#domain/identity/identity-states.ts'
import { toTokyoDate, tokyoDate, type Instant } from '#domain/tokyo.ts'
import { isOutOfDate, MAX_ATTEMPTS } from '../queries.ts'
import {
  findCheckOfSession,
  findOpenDecisions,
  findOpenSessions,
  lockCheck,
  noteCarriedOut,
  openCompared,
  type CheckRow,
  type Decision,
} from '../rows.ts'
import { checks } from '../steps.ts'

export type ReadingDeps = StepDeps & {
  readonly database: DatabaseHandle
  readonly sealing: Sealing
  readonly identity: IdentityPort
  readonly now: () => Instant
  readonly listeners: readonly IdentityListener[]
}

type Outcome = Omit<Reading, 'orderId'>
type News = Outcome | { readonly event: IdentityEvent }

/** Asks the reader for a session's outcome. @returns whether the reader answered at all */
export async function pollReading(deps: ReadingDeps, sessionId: string): Promise<boolean> {
  const answer = await deps.identity.find(sessionId)
  if (answer.kind === 'accepted') await takeReading(deps, answer.value)
  return answer.kind !== 'no-answer'
}

/** Hourly: finds what the reader's callbacks did not bring, and sessions whose time ran out. */
export async function pollOpenSessions(deps: ReadingDeps) {
  for (const { session_id: sessionId } of await findOpenSessions(deps.database.db)) {
    // A reader that does not answer is asked again in an hour.
    if (sessionId && !(await pollReading(deps, sessionId))) return
  }
}

/** Callback, return and polling all move a check by this. A reading of an earlier attempt does not count. */
export async function takeReading(deps: ReadingDeps, reading: Outcome) {
  const row = await findCheckOfSession(deps.database.db, reading.sessionId)
  if (row) await takeNews(deps, row, reading)
}

/** Carries out what staff decided. A check that a reading has ended before stays as it is. */
export async function carryOutDecisions(deps: ReadingDeps) {
  for (const { decision, reason, ...row } of await findOpenDecisions(deps.database.db))
    await takeNews(deps, row, { event: eventOf[decision] }, { reason: reason ?? undefined })
}

const eventOf = {
  approved: 'matched',
  refused: 'mismatched',
  documents_asked: 'documents_asked',
} as const satisfies Record<Decision['decision'], IdentityEvent>

/** Moves a check by what the reader says or staff decided, with all that follows for the order that waits for it. */
export async function takeNews(
  deps: Omit<ReadingDeps, 'identity'>,
  known: CheckRow,
  news: News,
  decided?: { readonly reason: string | undefined },
) {
  const { database, sealing, listeners } = deps
  await database.db.transaction().execute(async (tx) => {
    const now = deps.now()
    const row = await lockCheck(tx, known.account_id, known.check_id)
    if (row.session_id !== known.session_id) return
    const change = changeBy(row, news, decided)
    if (change === undefined) return
    const actor = decided === undefined ? 'system' : 'staff'
    const next = await takeStep(tx, deps, { actor, now }, checks, { row, ...change })
    if (next.state === 'matched') await saveVerified(tx, sealing, next, now)
    const { account_id: accountId, contract_id: contractId, order_no: orderNo } = row
    for (const listen of listeners)
      await listen(tx, { accountId, contractId, orderNo, state: next.state, decided }, now)
    if (decided !== undefined) await noteCarriedOut(tx, accountId, row.check_id, now)
  })
}

/** @returns the step that the news means; undefined where the news changes nothing */
function changeBy(
  row: CheckRow,
  news: News,
  decided: { readonly reason: string | undefined } | undefined,
) {
  const reported = 'event' in news ? [news.event] : eventsTo(row.state, news.state)
  const { events, state } = applicable(row.state, reported)
  if (state === row.state) return undefined
  const failure = 'failure' in news ? news.failure : null
  // A document that is out of date was read: that costs no attempt. The next session differs by its round.
  const isFree = isOutOfDate({ state, failure })
  // An unreadable card may be held against the reader again while the session lives.
  const isUsedUp =
    decided === undefined &&
    !isFree &&
    row.attempts >= MAX_ATTEMPTS &&
    state !== 'unreadable' &&
    canRetry(state)
  const taken = isUsedUp ? [...events, 'handed_to_staff' as const] : events
  const step = taken.at(-1)
  if (step === undefined) return undefined
  const patch = {
    verified_on: 'verifiedOn' in news && news.verifiedOn ? tokyoDate(news.verifiedOn) : null,
    failure: failure === null ? null : JSON.stringify(failure),
    ...(isFree && { attempts: row.attempts - 1, round: row.round + 1 }),
    // With other documents, the check starts from its beginning.
    ...(state === 'waiting' && {
      attempts: 0,
      round: row.round + 1,
      session_id: null,
      expires_at: null,
      asked: decided?.reason ?? row.asked,
    }),
  }
  return { step, after: taken.slice(0, -1), patch }
}

/** The events that lead to what the reader says: it reports outcomes only. */
function eventsTo(from: string, state: ReadingState): readonly IdentityEvent[] {
  if (from === state) return []
  const retried: readonly IdentityEvent[] = from === 'unreadable' ? ['retried'] : []
  const reading: readonly IdentityEvent[] =
    from === 'reading' ? [] : [...retried, 'reading_started']
  switch (state) {
    case 'waiting':
      return []
    case 'reading':
      return reading
    case 'matched':
      return [...reading, 'matched']
    case 'mismatch':
      return [...reading, 'mismatched']
    case 'unreadable':
      return [...reading, 'not_read']
    case 'expired':
      return [...retried, 'time_ran_out']
  }
}

/** Those of the events that the state table takes from here, in their order, and where they lead. */
function applicable(from: string, events: readonly IdentityEvent[]) {
  let state = identityStates.isState(from) ? from : identityStates.initial
  const taken = events.filter((event) => {
    const to = identityStates.target(state, event)
    state = to ?? state
    return to !== undefined
  })
  return { events: taken, state }
}

const canRetry = (state: string) =>
  identityStates.isState(state) && identityStates.can(state, 'retried')

/** Saves what was compared: the profile may have changed while the card was read. */
async function saveVerified(tx: Db, sealing: Sealing, row: CheckRow, now: Instant) {
  const { account_id: accountId } = row
  const compared = openCompared(sealing, row) ?? (await readHolder(tx, sealing, accountId))
  const { name, kana, birth = '', address = '' } = compared
  const verifiedOn = row.verified_on ?? toTokyoDate(now)
  await saveVerifiedIdentity(
    tx,
    sealing,
    { accountId, compared: { name, kana, birth, address }, verifiedOn },
    now,
  )
}
