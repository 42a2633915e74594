import { changeContract, changeLine } from '#backend/contract/change.ts'
import type pg from 'pg'
import { recordAudit } from '#backend/audit.ts'
import { toRow } from '#backend/data/rows/buckets.ts'
import { applyCalendar } from '#backend/data/bulk/apply-calendar.ts'
import { chargeLedgers } from '#backend/data/commands/charge-ledgers.ts'
import { bookTopUp } from '#backend/top-up/rows/top-ups.ts'
import { mergeUsage } from '#backend/data/bulk/merge-usage.ts'
import { writeDays } from '#backend/data/bulk/write-days.ts'
import type { Db } from '#backend/db/connect.ts'
import { insertRow } from '#backend/db/rows.ts'
import { requireRate, type PriceBook } from '#domain/catalogue/price-book.ts'
import { topUpPacks } from '#domain/catalogue/top-up.ts'
import {
  addMonths,
  endOfDay,
  endOfMonth,
  isBefore,
  monthOf,
  startOfDay,
  startOfMonth,
  toTokyoDate,
  toTokyoMonth,
  type Instant,
  type TokyoMonth,
} from '#domain/tokyo.ts'
import type { History } from './history.ts'
import type { PastEvent, SeedContract } from './life.ts'

type Writing = {
  client: pg.PoolClient
  tx: Db
  contracts: readonly SeedContract[]
  history: History
  book: PriceBook
}

/** Writes the past month by month through the import and the ledger themselves, so that usage = ledger = charges. */
export async function writeHistory(writing: Writing, now: Instant) {
  const { tx, contracts, history, book } = writing
  for (const contract of contracts)
    for (const event of history.events.get(contract.contractId) ?? [])
      await writeEvent({ tx, book }, contract, event)
  for (const month of monthsBetween(contracts, now)) await writeMonth(writing, month, now)
  await writeDays((work) => work(tx), now)
  await insertRow(tx, 'import_cursor', {
    source: 'usage',
    cursor: history.cursor,
    through: history.through,
    imported_at: now,
  })
}

export function monthsBetween(contracts: readonly SeedContract[], now: Instant): TokyoMonth[] {
  const first = contracts.map((one) => monthOf(one.startedOn)).toSorted()[0]
  const months: TokyoMonth[] = []
  for (
    let month = first;
    month !== undefined && month <= toTokyoMonth(now);
    month = addMonths(month, 1)
  )
    months.push(month)
  return months
}

async function writeMonth(
  { client, tx, contracts, history }: Writing,
  month: TokyoMonth,
  now: Instant,
) {
  const end = endOfDay(endOfMonth(month))
  const asOf = isBefore(end, now) ? end : now
  const begin = startOfDay(startOfMonth(month))
  const batches = history.batches.filter(
    ({ through }) => isBefore(begin, through) && !isBefore(asOf, through),
  )
  const last = batches.at(-1)
  if (last !== undefined) {
    const records = batches.flatMap((batch) => batch.records)
    await mergeUsage(client, records, last.through)
  }
  await applyCalendar(tx, asOf.subtract({ milliseconds: 1 }))
  const running = contracts.filter((one) => monthOf(one.startedOn) <= month)
  const queue = running.map(({ contractId }) => ({ contractId, since: begin }))
  await chargeLedgers(tx, queue, asOf)
}

async function writeEvent(
  { tx, book }: { tx: Db; book: PriceBook },
  contract: SeedContract,
  event: PastEvent,
) {
  const { accountId, contractId } = contract
  const audit = { chain: contractId, at: event.at, actor: 'member', accountId } as const
  switch (event.type) {
    case 'topUp': {
      const row = requireRate(book, topUpPacks[event.code].priceKey, toTokyoDate(event.at))
      await tx.insertInto('data_bucket').values(toRow(contractId, event.grant)).execute()
      await bookTopUp(tx, { contractId, source: event.grant.bucketId, row, now: event.at })
      await recordAudit(tx, {
        ...audit,
        action: 'top-up-bought',
        target: event.orderNo,
        details: { packId: event.code },
      })
      return
    }
    case 'switch':
      await insertRow(tx, 'high_speed_change', {
        contract_id: contractId,
        line_id: event.lineId,
        change_id: event.orderId,
        turned_on: event.on,
        actor: 'member',
        account_id: accountId,
        reason: 'member',
        changed_at: event.at,
        carrier_state: 'accepted',
        carrier_answered_at: event.at,
      })
      await changeLine(
        tx,
        { contractId, lineId: event.lineId },
        { high_speed_on: event.on, high_speed_changed_at: event.at },
        { actor: 'member', now: event.at },
      )
      await recordAudit(tx, {
        ...audit,
        action: event.on ? 'high-speed-turned-on' : 'high-speed-turned-off',
        target: event.lineId,
      })
      return
    case 'speed':
      await insertRow(tx, 'speed_decision', {
        contract_id: contractId,
        line_id: event.lineId,
        decision_id: event.orderId,
        speed: event.speed,
        decided_at: event.at,
        carrier_state: 'accepted',
        carrier_answered_at: event.at,
      })
      await changeLine(
        tx,
        { contractId, lineId: event.lineId },
        { carrier_speed: event.speed },
        { actor: 'carrier', now: event.at },
      )
      return
    case 'suspend':
      const stopped = { status: 'suspended', suspension_reason: 'unpaid' } as const
      const by = { actor: 'system', now: event.at } as const
      await changeContract(tx, contractId, stopped, by)
      await changeLine(tx, { contractId, lineId: event.lineId }, stopped, by)
      await recordAudit(tx, {
        ...audit,
        actor: 'system',
        action: 'line-suspended',
        target: event.lineId,
        details: { reason: 'unpaid' },
      })
  }
}
