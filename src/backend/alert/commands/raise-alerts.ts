import type { AreaDeps } from '#backend/area.ts'
import { loadContract } from '#backend/contract/load.ts'
import {
  readRunOut,
  removeFromAlertQueue,
  queueCallers,
  readAlertQueue,
} from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { inRounds } from '#backend/db/in-rounds.ts'
import { openReads } from '#backend/db/memoized-reads.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { sideBySide } from '#backend/jobs/side-by-side.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { notifyMember } from '#backend/step/record-change.ts'
import { offersOn } from '#backend/top-up/public.ts'
import { type DueAlert, dueAlerts, isUsedUpNotified, usedUpAlert } from '#domain/data/alert.ts'
import { nextGrant } from '#domain/data/next-grant.ts'
import type { Instant } from '#domain/tokyo.ts'
import { alertMessage, alertSentence } from '../messages.ts'
import { readMonths, type WatchedMonth } from '../queries/months.ts'

const CONTRACTS_A_ROUND = 1000

/** Members notified in one transaction: a twentieth of a second, for which a change of theirs may have to wait. */
const MEMBERS_AT_ONCE = 50

/** Two at a time keep the database from waiting for us. */
const AT_ONCE = 2

type Deps = Pick<AreaDeps, 'database' | 'book' | 'log'> & {
  readonly outbox: Pick<Outbox, 'postAll' | 'notifyHooks'>
}

/**
 * Notifies every member in service whose month has reached a threshold; to be run after usage and calls are in. Only
 * contracts are looked at whose data or calls have changed. A second run notifies nobody: the notice's row, unique by
 * threshold and month, and the message are written in one transaction. A contract that fails stays queued.
 */
export async function raiseAlerts(deps: Deps, now: Instant) {
  const { db } = deps.database
  await queueCallers(db, now)
  const rounds = inRounds(
    CONTRACTS_A_ROUND,
    (round) => readAlertQueue(db, round),
    (one) => one.contractId,
  )
  for await (const queued of rounds) {
    const ids = queued.map((one) => one.contractId)
    const failed = await raiseOf(deps, await readMonths(db, deps, ids, now), now)
    await removeFromAlertQueue(
      db,
      queued.filter(({ contractId }) => !failed.has(contractId)),
    )
  }
}

/** Part by part; where a part fails, its members one by one. @returns the contracts that failed. */
async function raiseOf(deps: Deps, months: readonly WatchedMonth[], now: Instant) {
  const failed = new Set(months.map((one) => one.contractId))
  const raiseTogether = async (together: readonly WatchedMonth[]) => {
    await raise(deps, together, now)
    for (const { contractId } of together) failed.delete(contractId)
  }
  await sideBySide(inParts(months), AT_ONCE, async (together) => {
    const contracts = together.length
    await isolated(deps.log, { contracts }, 'alerts are told one by one', () =>
      raiseTogether(together),
    )
    for (const one of together.filter(({ contractId }) => failed.has(contractId)))
      await isolated(deps.log, { contractId: one.contractId }, 'alert not told', () =>
        raiseTogether([one]),
      )
  })
  return failed
}

function* inParts(months: readonly WatchedMonth[]) {
  for (let n = 0; n < months.length; n += MEMBERS_AT_ONCE)
    yield months.slice(n, n + MEMBERS_AT_ONCE)
}

function alertsOf(watched: WatchedMonth): readonly DueAlert[] {
  const { channel, thresholds, usedUp, sofar, notified } = watched
  if (channel === 'none') return []
  // A member who never had any data is not notified that it has run out.
  const hadData = sofar.remainingBytes + sofar.usedBytes > 0
  const empty = usedUp ? usedUpAlert(sofar, notified) : undefined
  const warns = hadData && empty === undefined && !isUsedUpNotified(sofar.month, notified)
  const alerts = dueAlerts(
    thresholds.filter((one) => one.unit !== 'remainingBytes' || warns),
    sofar,
    notified,
  )
  return empty === undefined ? alerts : [empty, ...alerts]
}

/** Writes the notices of these members, and their messages, in one transaction. */
async function raise(
  { database, outbox, book }: Deps,
  months: readonly WatchedMonth[],
  now: Instant,
): Promise<void> {
  const alerts = months.flatMap((month) => alertsOf(month).map((alert) => ({ month, alert })))
  if (alerts.length === 0) return
  const cheapestYen = Math.min(...offersOn(now, book).map(({ priceYen }) => priceYen))
  const reads = openReads(database).db
  const messages = await Promise.all(
    alerts.map(async ({ month, alert }) => {
      const known = await loadContract(reads, month.contractId)
      const next = nextGrant(known.facts, known.contract.ends_on, now)
      const runsOutOn =
        alert.subject.unit === 'remainingBytes'
          ? await readRunOut(reads, { book }, { ...known, now })
          : undefined
      const facts = { ...month, next, cheapestYen, runsOutOn }
      return { month, alert, message: alertMessage(facts, alert) }
    }),
  )
  await database.db.transaction().execute(async (tx) => {
    const raised = await writeNotices(tx, alerts, now)
    const isNew = messages.filter(({ month, alert }) => raised.has(nameOf(month, alert)))
    await notifyMember(
      tx,
      { outbox },
      isNew.map(({ message }) => message),
      now,
    )
  })
}

const nameOf = ({ contractId }: WatchedMonth, { noticeKey }: DueAlert) =>
  `${contractId}/${noticeKey}`

/** @returns the notices that were not there before. */
async function writeNotices(
  tx: Db,
  alerts: readonly { month: WatchedMonth; alert: DueAlert }[],
  now: Instant,
): Promise<ReadonlySet<string>> {
  const written = await tx
    .insertInto('alert_notice')
    .values(
      alerts.map(({ month, alert }) => ({
        contract_id: month.contractId,
        notice_key: alert.noticeKey,
        unit: alert.subject.unit,
        value: alert.subject.value,
        message: alertSentence(alert, month.sofar),
        raised_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['contract_id', 'notice_key'])
    .execute()
  return new Set(written.map((row) => `${row.contract_id}/${row.notice_key}`))
}
