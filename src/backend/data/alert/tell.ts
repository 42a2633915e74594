import { loadContract } from '#backend/contract/load.ts'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sweep } from '#backend/jobs/due-work.ts'
import type { Outbox } from '#backend/mail/outbox.ts'
import { dueAlerts, isUsedUpTold, usedUpAlert, type DueAlert } from '#domain/data/alert.ts'
import type { PriceBook } from '#domain/catalogue/price-book.ts'
import type { Instant } from '#domain/tokyo.ts'
import { nextGrant } from '../reading/residual.ts'
import { offersOn } from '../top-up/offers.ts'
import { alertMessage, alertSentence } from './messages.ts'
import { readMonths, type WatchedMonth } from './months.ts'

const BATCH_CONTRACTS = 1000

type Deps = Pick<AreaDeps, 'database' | 'book'> & { readonly outbox: Pick<Outbox, 'post'> }

export function alertSweep(deps: Deps): Sweep {
  return { name: 'alerts', every: 'hour', run: (now) => tellDueAlerts(deps, now) }
}

/**
 * Tells every member in service whose month has reached a threshold; to be run after usage and calls are in. A second
 * run tells nothing: the notice's row, unique by threshold and month, and the message are written in one transaction.
 */
async function tellDueAlerts({ database, outbox, book }: Deps, now: Instant) {
  let after = ''
  for (let more = true; more;) {
    const months = await readMonths(database.db, { now, book }, { after, limit: BATCH_CONTRACTS })
    for (const month of months)
      for (const alert of alertsOf(month))
        await database.db
          .transaction()
          .execute((tx) => tell(tx, { post: outbox.post, book }, month, alert, now))
    after = months.at(-1)?.contractId ?? after
    more = months.length === BATCH_CONTRACTS
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
