import { createHash } from 'node:crypto'
import { nextChargedMonth, owedBills } from '#backend/billing/public.ts'
import { loadContract } from '#backend/contract/load.ts'
import type { DateToKnow } from '#backend/procedure/definition.ts'
import type { Registry } from '#backend/procedure/registry.ts'
import { findTerminals } from '#backend/contract/terminals.ts'
import { readPool } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { addBytes } from '#domain/bytes.ts'
import { documentRetainedUntil } from '#domain/account/retention.ts'
import { lastDayAhead } from '#domain/cancellation/timing.ts'
import { contractStates } from '#domain/contract/contract-states.ts'
import {
  daysBetween,
  formatRfc3339,
  instant,
  isBefore,
  startOfDay,
  toTokyoDate,
  type Instant,
  type TokyoDate,
} from '#domain/tokyo.ts'
import { pages } from '#vocabulary/pages.ts'
import { formatVolume } from '#vocabulary/volume.ts'
import { contractDeadlines } from './contract-deadlines.ts'

/** Days before which a date is marked urgent (ours). */
const URGENT_DAYS = 3

/** All future dates, the nearest first. */
export async function findDeadlines(
  db: Db,
  procedures: Registry,
  contractId: string,
  now: Instant,
) {
  const [{ contract, open, facts }, terminals, data] = await Promise.all([
    loadContract(db, contractId),
    findTerminals(db, contractId),
    dataDeadlines(db, contractId, now),
  ])
  const owed = contract.unpaid_since === null ? [] : await owedBills(db, contractId)
  const charged = await nextChargedMonth(db, contract, now)
  const isOver = contractStates.isTerminal(facts.state)
  const found: DateToKnow[] = [
    ...open.flatMap((order) => {
      const lastDay = lastDayAhead(facts, order.line_id)
      return procedures.of(order).deadlines(order).filter(isReached(lastDay))
    }),
    ...procedures.all.flatMap(({ closing }) => closing(facts, now)),
    ...contractDeadlines(contract, owed, charged),
    ...(isOver ? [] : data),
    ...(isOver && contract.ends_on !== null ? [documentsExpire(contract.ends_on)] : []),
    ...terminals.flatMap(({ name, warranty_until: until }) =>
      until === null ? [] : [warrantyEnds(name, until)],
    ),
  ]
  return found
    .filter(({ at }) => isAhead(at, now))
    .map((date) => toDeadline(date, now))
    .sort((a, b) => (a.on === b.on ? (a.at < b.at ? -1 : 1) : a.on < b.on ? -1 : 1))
}

/** No SIM is switched over after the last day of its line, which ends the order too. */
const isReached =
  (lastDay: TokyoDate | undefined) =>
  ({ kind, at }: DateToKnow) =>
    kind !== 'switchOver' || lastDay === undefined || dayOf(at) <= lastDay

export type Deadline = Awaited<ReturnType<typeof findDeadlines>>[number]

function toDeadline(date: DateToKnow, now: Instant) {
  const on = dayOf(date.at)
  const { kind, title, message, path, lineId, orderNo } = date
  return {
    deadlineId: idOf(date),
    kind,
    title,
    message,
    at: toWhen(date.at),
    on,
    urgent: daysBetween(toTokyoDate(now), on) <= URGENT_DAYS,
    path,
    lineId,
    orderNo,
  }
}

/** A limit at 24:00 is given as that day: 0:00 of the next day would be read as a day more. */
function toWhen(at: TokyoDate | Instant): string {
  if (typeof at === 'string') return at
  return startOfDay(toTokyoDate(at)).equals(at) ? dayOf(at) : formatRfc3339(at)
}

/** 24:00 belongs to the day that ends with it. */
function dayOf(at: TokyoDate | Instant): TokyoDate {
  return typeof at === 'string' ? at : toTokyoDate(at.subtract({ nanoseconds: 1 }))
}

function isAhead(at: TokyoDate | Instant, now: Instant): boolean {
  return typeof at === 'string' ? at >= toTokyoDate(now) : isBefore(now, at)
}

/** The same date has the same id at every reading, so that a calendar does not show it twice. */
function idOf({ kind, at, lineId, orderNo, title }: DateToKnow): string {
  const said = [kind, String(at), lineId ?? '', orderNo ?? '', title].join('\0')
  return `${kind}-${createHash('sha256').update(said).digest('base64url').slice(0, 16)}`
}

function documentsExpire(endedOn: TokyoDate): DateToKnow {
  return {
    kind: 'documentKept',
    title: '契約書面をご覧いただける期限',
    message: 'この日を過ぎると、契約書面をマイページから開けなくなります。',
    at: documentRetainedUntil(endedOn),
    path: pages.documents,
  }
}

function warrantyEnds(device: string, until: TokyoDate): DateToKnow {
  return {
    kind: 'warrantyEnd',
    title: `${device}の保証の期限`,
    message: 'この日までの故障は、メーカー保証の対象です。',
    at: until,
    path: pages.contract,
  }
}

/** When the remaining data expires: one date for all buckets that expire together. */
async function dataDeadlines(db: Db, contractId: string, now: Instant): Promise<DateToKnow[]> {
  const { buckets } = await readPool(db, contractId, now)
  const left = buckets.filter((bucket) => bucket.remainingBytes > 0)
  return [...Map.groupBy(left, ({ expiresAt }) => expiresAt.toString())].map(([at, together]) => {
    const bytes = addBytes(...together.map((bucket) => bucket.remainingBytes))
    return {
      kind: 'dataExpiry',
      title: 'データ残量の有効期限',
      message: `いま残っている${formatVolume(bytes, 'residual')}は、ここまで使えます。`,
      at: instant(at),
      path: pages.usage,
    }
  })
}
