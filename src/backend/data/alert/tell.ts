import { loadContract } from '#backend/contract/load.ts'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { sideBySide } from '#backend/jobs/side-by-side.ts'
import type { Sweep } from '#backend/jobs/due-work.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { dueAlerts, isUsedUpTold, usedUpAlert, type DueAlert } from '#domain/data/alert.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { Instant } from '#domain/tokyo.ts'
import { nextGrant } from '../reading/residual.ts'
import { offersOn } from '../top-up/offers.ts'
import { alertMessage, alertSentence } from './messages.ts'
import { dropAlertDues, noteCallers, readAlertDues } from './due.ts'
import { readMonths, type WatchedMonth } from './months.ts'

const BATCH_CONTRACTS = 1000
/** A message takes some ten short statements: two at a time keep the database from waiting for us. */
const AT_ONCE = 2

type Deps = Pick<AreaDeps, 'database' | 'book' | 'log'> & { readonly outbox: Pick<Outbox, 'post'> }

export function alertSweep(deps: Deps): Sweep {
  return { name: 'alerts', every: 'hour', run: (now) => tellDueAlerts(deps, now) }
}

/**
 * Tells every member in service whose month has reached a threshold; to be run after usage and calls are in. Only
 * contracts are looked at whose data or calls have changed. A second run tells nothing: the notice's row, unique by
 * threshold and month, and the message are written in one transaction. A contract that fails is looked at again.
 */
async function tellDueAlerts({ database: { db }, outbox, book, log }: Deps, now: Instant) {
  await noteCallers(db, now)
  for (let after = '', more = true; more;) {
    const dues = await readAlertDues(db, { after, limit: BATCH_CONTRACTS })
    const ids = dues.map((one) => one.contractId)
    const failed = new Set(ids)
    const months = await readMonths(db, { now, book }, ids)
    await sideBySide(months, AT_ONCE, (month) =>
      isolated(log, { contractId: month.contractId }, 'alert not told', async () => {
        for (const alert of alertsOf(month))
          await db
            .transaction()
            .execute((tx) => tell(tx, { post: outbox.post, book }, month, alert, now))
        failed.delete(month.contractId)
      }),
    )
    const inService = new Set(months.map((one) => one.contractId))
    await dropAlertDues(
      db,
      dues.filter(({ contractId }) => !inService.has(contractId) || !failed.has(contractId)),
    )
    after = ids.at(-1) ?? after
    more = dues.length === BATCH_CONTRACTS
  }
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

async function tell(
  tx: Db,
  { post, book }: { post: Outbox['post']; book: PriceBook },
  month: WatchedMonth,
  alert: DueAlert,
  now: Instant,
) {
  const written = await tx
    .insertInto('alert_notice')
    .values({
      contract_id: month.contractId,
      notice_key: alert.noticeKey,
      unit: alert.subject.unit,
      value: alert.subject.value,
      message: alertSentence(alert, month.sofar),
      raised_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (written.numInsertedOrUpdatedRows !== 1n) return
  const { contract, facts } = await loadContract(tx, month.contractId)
  const more = {
    next: nextGrant(facts, contract.ends_on, now),
    cheapestYen: Math.min(...offersOn(now, book).map(({ priceYen }) => priceYen)),
  }
  await post(tx, alertMessage({ ...month, ...more }, alert), now)
}
