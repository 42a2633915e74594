import { loadContract } from '#backend/contract/load.ts'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { openReads } from '#backend/db/read-once.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { sideBySide } from '#backend/jobs/side-by-side.ts'
import type { Task } from '#backend/jobs/due-work.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { dueAlerts, isUsedUpTold, usedUpAlert, type DueAlert } from '#domain/data/alert.ts'
import type { Instant } from '#domain/tokyo.ts'
import { nextGrant } from '../reading/residual.ts'
import { offersOn } from '../top-up/offers.ts'
import { alertMessage, alertSentence } from './messages.ts'
import { dropAlertDues, noteCallers, readAlertDues } from './due.ts'
import { readMonths, type WatchedMonth } from './months.ts'

const BATCH_CONTRACTS = 1000
/** Members told in one transaction: a twentieth of a second, for which a change of theirs may have to wait. */
const MEMBERS_AT_ONCE = 50
/** Two at a time keep the database from waiting for us. */
const AT_ONCE = 2

type Deps = Pick<AreaDeps, 'database' | 'book' | 'log'> & {
  readonly outbox: Pick<Outbox, 'postAll'>
}

export function alertTask(deps: Deps): Task {
  return { name: 'alerts', run: (now) => tellDueAlerts(deps, now) }
}

/**
 * Tells every member in service whose month has reached a threshold; to be run after usage and calls are in. Only
 * contracts are looked at whose data or calls have changed. A second run tells nothing: the notice's row, unique by
 * threshold and month, and the message are written in one transaction. A contract that fails is looked at again.
 */
async function tellDueAlerts(deps: Deps, now: Instant) {
  const { book, log } = deps
  const { db } = deps.database
  await noteCallers(db, now)
  for (let after = '', more = true; more;) {
    const dues = await readAlertDues(db, { after, limit: BATCH_CONTRACTS })
    const ids = dues.map((one) => one.contractId)
    const failed = new Set(ids)
    const months = await readMonths(db, { now, book }, ids)
    const tellTogether = async (together: readonly WatchedMonth[]) => {
      await tell(deps, together, now)
      for (const { contractId } of together) failed.delete(contractId)
    }
    await sideBySide(inParts(months), AT_ONCE, async (together) => {
      let isTold = false
      await isolated(
        log,
        { contracts: together.length },
        'alerts are told one by one',
        async () => {
          await tellTogether(together)
          isTold = true
        },
      )
      if (isTold) return
      for (const one of together)
        await isolated(log, { contractId: one.contractId }, 'alert not told', () =>
          tellTogether([one]),
        )
    })
    const inService = new Set(months.map((one) => one.contractId))
    await dropAlertDues(
      db,
      dues.filter(({ contractId }) => !inService.has(contractId) || !failed.has(contractId)),
    )
    after = ids.at(-1) ?? after
    more = dues.length === BATCH_CONTRACTS
  }
}

function* inParts(months: readonly WatchedMonth[]) {
  for (let n = 0; n < months.length; n += MEMBERS_AT_ONCE)
    yield months.slice(n, n + MEMBERS_AT_ONCE)
}

function alertsOf(watched: WatchedMonth): readonly DueAlert[] {
  const { channel, thresholds, usedUp, sofar, told } = watched
  if (channel === 'none') return []
  // A member who never had any data is not told that it has run out.
  const hadData = sofar.remainingBytes + sofar.usedBytes > 0
  const empty = usedUp ? usedUpAlert(sofar, told) : undefined
  const warns = hadData && empty === undefined && !isUsedUpTold(sofar.month, told)
  const due = dueAlerts(
    thresholds.filter((one) => one.unit !== 'remainingBytes' || warns),
    sofar,
    told,
  )
  return empty === undefined ? due : [empty, ...due]
}

/** These members in one transaction: what is not told yet, with its message. */
async function tell(
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
      const { contract, facts } = await loadContract(reads, month.contractId)
      const next = nextGrant(facts, contract.ends_on, now)
      return { month, alert, message: alertMessage({ ...month, next, cheapestYen }, alert) }
    }),
  )
  await database.db.transaction().execute(async (tx) => {
    const raised = await raise(tx, alerts, now)
    const isNew = messages.filter(({ month, alert }) => raised.has(nameOf(month, alert)))
    await outbox.postAll(
      tx,
      isNew.map(({ message }) => message),
      now,
    )
  })
}

const nameOf = ({ contractId }: WatchedMonth, { noticeKey }: DueAlert) =>
  `${contractId}/${noticeKey}`

/** @returns what was not told before. */
async function raise(
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
