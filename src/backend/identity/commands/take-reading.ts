import type { IdentityListener } from '#backend/area.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import type { Log } from '#backend/log.ts'
import type { IdentityPort, Reading, ReadingState } from '#backend/ports/identity.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { takeStep } from '#backend/step/take-step.ts'
import { identityStates, type IdentityEvent } from '#domain/identity/identity-states.ts'
import { evidenceFault, type Evidence } from '#domain/identity/methods.ts'
import { toTokyoDate, tokyoDate, type Instant } from '#domain/tokyo.ts'
import { isOutOfDate, MAX_ATTEMPTS } from '../queries.ts'
import {
  evidenceAad,
  findCheckOfSession,
  findOpenSessions,
  lockCheck,
  openEvidence,
  sealEvidence,
  type CheckRow,
} from '../rows/checks.ts'
import {
  findOpenDecisions,
  noteCarriedOut,
  openDecision,
  type Decision,
  type Staff,
} from '../rows/decisions.ts'
import { checks } from '../steps.ts'
import { recordIdentity } from './record-identity.ts'

export type ReadingDeps = StepDeps & {
  readonly database: DatabaseHandle
  readonly sealing: Sealing
  readonly identity: IdentityPort
  readonly now: () => Instant
  readonly listeners: readonly IdentityListener[]
}

type News = Reading | { readonly event: IdentityEvent }

/** Asks the reader for a session's outcome. @returns whether the reader answered at all */
export async function pollReading(deps: ReadingDeps, sessionId: string): Promise<boolean> {
  const answer = await deps.identity.find(sessionId)
  const row = answer.kind === 'accepted' && (await findCheckOfSession(deps.database.db, sessionId))
  if (row) await takeNews(deps, row, answer.value)
  return answer.kind !== 'no-answer'
}

/** Hourly: finds what the reader's callbacks did not bring, and sessions whose time ran out. */
export async function pollOpenSessions(deps: ReadingDeps) {
  for (const { session_id: sessionId } of await findOpenSessions(deps.database.db)) {
    // A reader that does not answer is asked again in an hour.
    if (sessionId && !(await pollReading(deps, sessionId))) return
  }
}

/**
 * Callback, return and polling all move a check by this. A reading of an earlier attempt does not count. A callback that says
 * no document is looked up once more: without its kind and number an identification cannot be recorded.
 */
export async function takeReading(deps: ReadingDeps, reading: Reading) {
  const row = await findCheckOfSession(deps.database.db, reading.sessionId)
  if (!row) return
  if (reading.state !== 'matched' || reading.evidence !== undefined)
    return takeNews(deps, row, reading)
  const answer = await deps.identity.find(reading.sessionId)
  if (answer.kind === 'accepted') await takeNews(deps, row, answer.value)
}

/**
 * Carries out what staff decided, each by itself: one that cannot be carried out holds up no other. A check that a reading
 * has ended before stays as it is.
 */
export async function carryOutDecisions(deps: ReadingDeps & { readonly log: Log }) {
  for (const {
    decision,
    reason,
    decided_evidence,
    staff_sealed,
    ...row
  } of await findOpenDecisions(deps.database.db))
    await isolated(deps.log, { checkId: row.check_id }, 'identity decision not carried out', () =>
      takeNews(
        deps,
        row,
        { event: eventOf[decision] },
        {
          reason: reason ?? undefined,
          ...openDecision(deps.sealing, { ...row, decided_evidence, staff_sealed }),
        },
      ),
    )
}

type Decided = {
  readonly reason: string | undefined
  readonly evidence: Evidence | undefined
  readonly staff: Staff | undefined
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
  decided?: Decided,
) {
  const { database, sealing, listeners } = deps
  await database.db.transaction().execute(async (tx) => {
    const now = deps.now()
    const row = await lockCheck(tx, known.account_id, known.check_id)
    if (row.session_id !== known.session_id) return
    const change = changeBy(deps.sealing, row, news, { decided, now })
    if (change === undefined) return
    const actor = decided === undefined ? 'system' : 'staff'
    const next = await takeStep(tx, deps, { actor, now }, checks, { row, ...change })
    if (next.state === 'matched') await record(tx, sealing, next, { decided, now })
    const { account_id: accountId, contract_id: contractId, order_no: orderNo } = row
    for (const listen of listeners)
      await listen(tx, { accountId, contractId, orderNo, state: next.state, decided }, now)
    if (decided !== undefined) await noteCarriedOut(tx, accountId, row.check_id, now)
  })
}

/** @returns the step that the news means; undefined where the news changes nothing */
function changeBy(
  sealing: Sealing,
  row: CheckRow,
  news: News,
  { decided, now }: { readonly decided: Decided | undefined; readonly now: Instant },
) {
  const lacks = lackOf(news, now)
  const reported = 'event' in news ? [news.event] : eventsTo(row.state, news.state, lacks)
  const { events, state } = applicable(row.state, reported)
  if (state === row.state) return undefined
  const failure = lacks === undefined ? ('failure' in news ? news.failure : null) : [lacks]
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
    ...('evidence' in news && {
      evidence_sealed:
        news.evidence && sealEvidence(sealing, evidenceAad(row.check_id), news.evidence),
    }),
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

/** What the record of a match would lack; a person looks at such a check, since the law wants the document recorded. */
function lackOf(news: News, now: Instant) {
  if ('event' in news || news.state !== 'matched') return undefined
  return evidenceFault(news.evidence, toTokyoDate(now))
}

/** The events that lead to what the reader says: it reports outcomes only. */
function eventsTo(
  from: string,
  state: ReadingState,
  lacks: string | undefined,
): readonly IdentityEvent[] {
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
      return [...reading, lacks === undefined ? 'matched' : 'handed_to_staff']
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

/** An approval by hand is recorded as what it was: by whom, and by which document, the reader's where staff named none. */
async function record(
  tx: Db,
  sealing: Sealing,
  row: CheckRow,
  { decided, now }: { readonly decided: Decided | undefined; readonly now: Instant },
) {
  const read = openEvidence(sealing, evidenceAad(row.check_id), row.evidence_sealed)
  const evidence = decided?.evidence ?? read
  const checkedBy =
    decided === undefined
      ? ({ by: 'chip' } as const)
      : ({ by: 'staff', staff: decided.staff } as const)
  await recordIdentity(tx, sealing, { row, evidence, checkedBy }, now)
}
