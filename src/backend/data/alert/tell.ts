import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sweep } from '#backend/jobs/due-work.ts'
import type { Letter } from '#backend/mail/outbox.ts'
import { formatVolume, formatYen } from '#backend/volume-words.ts'
import { dueAlerts, type DueAlert, type MonthSoFar } from '#domain/data/alert.ts'
import type { Instant } from '#domain/tokyo.ts'
import { readMonths, type WatchedMonth } from './months.ts'

const BATCH_CONTRACTS = 1000

export function alertSweep(deps: AreaDeps): Sweep {
  return { name: 'alerts', every: 'hour', run: (now) => tellDueAlerts(deps, now) }
}

/**
 * Tells every member in service whose month has reached a threshold; to be run after usage and calls are in. A second
 * run tells nothing: the notice's row, unique by threshold and month, and the letter are written in one transaction.
 */
async function tellDueAlerts(
  { database, outbox }: Pick<AreaDeps, 'database' | 'outbox'>,
  now: Instant,
) {
  let after = ''
  for (let more = true; more;) {
    const months = await readMonths(database.db, now, { after, limit: BATCH_CONTRACTS })
    for (const month of months)
      for (const alert of alertsOf(month))
        await database.db.transaction().execute((tx) => tell(tx, outbox.post, month, alert, now))
    after = months.at(-1)?.contractId ?? after
    more = months.length === BATCH_CONTRACTS
  }
}

function alertsOf({ channel, thresholds, sofar, told }: WatchedMonth): readonly DueAlert[] {
  if (channel === 'none') return []
  // Whoever never had any data is not told that it has run out.
  const hadData = sofar.remainingBytes + sofar.usedBytes > 0
  const watched = thresholds.filter((one) => one.unit !== 'remainingBytes' || hadData)
  return dueAlerts(watched, sofar, told)
}

async function tell(
  tx: Db,
  post: (tx: Db, letter: Letter, now: Instant) => Promise<void>,
  { contractId, accountId, sofar }: WatchedMonth,
  { threshold, noticeKey }: DueAlert,
  now: Instant,
) {
  const { subject, message, kind, href } = wordsOf(threshold, sofar)
  const written = await tx
    .insertInto('alert_notice')
    .values({
      contract_id: contractId,
      notice_key: noticeKey,
      unit: threshold.unit,
      value: threshold.value,
      message,
      raised_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (written.numInsertedOrUpdatedRows !== 1n) return
  await post(
    tx,
    {
      accountId,
      sourceRef: `${contractId}/${noticeKey}`,
      kind,
      subject,
      text: `${message}\n\nお知らせの条件は、マイページの「お知らせの設定」で変えられます。`,
      href,
    },
    now,
  )
}

function wordsOf({ unit, value }: DueAlert['threshold'], sofar: MonthSoFar) {
  const left = `いまの残りは${formatVolume(sofar.remainingBytes)}です。`
  switch (unit) {
    case 'remainingBytes':
      return {
        kind: 'data',
        subject: 'データ残量が少なくなりました',
        message: `データ残量が${formatVolume(value)}以下になりました。${left}`,
        href: '/mypage/data/charge.html',
      }
    case 'usedPercent':
      return {
        kind: 'data',
        subject: `データ容量の${value}%を使いました`,
        message: `今月使えるデータ容量の${value}%を使いました。${left}`,
        href: '/mypage/data/usage.html',
      }
    case 'chargesYen':
      return {
        kind: 'billing',
        subject: `今月の通話・追加の料金が${formatYen(value)}に達しました`,
        message: `今月の通話・SMS・データチャージの料金が${formatYen(value)}に達しました。いまの合計は${formatYen(sofar.extraChargesYen)}（税込）です。`,
        href: '/mypage/call.html',
      }
  }
}
