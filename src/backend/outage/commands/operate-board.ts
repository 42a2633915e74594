import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { insertRow, lockRow, updateRows } from '#backend/db/rows.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { recordNote, type Acting } from '#backend/step/record-change.ts'
import { emergencyAtFirst } from '#domain/outage/outage.ts'
import { formatRfc3339, isBefore, type Instant } from '#domain/tokyo.ts'
import type {
  EmergencyCalls,
  OtherWay,
  OutageKind,
  OutageService,
  OutageSeverity,
} from '#vocabulary/outage.ts'
import { prefectures } from '#vocabulary/prefecture.ts'
import type { OutageOccasion } from '../messages.ts'
import { stateOf, type OutageRow } from '../queries.ts'
import { notifyOutageJob } from './notify-outage.ts'

/*
 * What an operator enters. It is on the board at once; the worker notifies the members it concerns.
 */

type Deps = { readonly queue: JobQueue }
/** Who of the staff, and when. */
type Staff = Omit<Acting, 'actor'>

export type NewOutage = {
  kind: OutageKind
  severity: OutageSeverity
  services: readonly OutageService[]
  /** Prefectures; none: everywhere. */
  areas: readonly string[]
  title: string
  beginsAt: Instant
  /** Expected end of an outage, planned end of maintenance. */
  until: Instant | undefined
  message: string
} & Emergency

/** What the guideline asks to be said beside the outage itself. */
type Emergency = {
  /** Left out: as the services let one guess at first, or as it was. */
  emergencyCalls?: EmergencyCalls | undefined
  /** Since when; the outage's begin at first, later the moment it is entered. */
  emergencySince?: Instant | undefined
  otherWays?: readonly OtherWay[] | undefined
}

/**
 * @returns its id
 * @throws RangeError with what is wrong with it
 */
export async function openOutage(
  tx: Db,
  deps: Deps,
  who: Staff,
  entered: NewOutage,
): Promise<string> {
  refuseWrong(entered)
  const { now } = who
  const { kind, until, message, beginsAt } = entered
  const outageId = newId('out')
  await insertRow(tx, 'outage', {
    outage_id: outageId,
    kind,
    severity: entered.severity,
    services: [...entered.services],
    areas: [...entered.areas],
    title: entered.title,
    opened_at: now,
    begins_at: beginsAt,
    expected_end_at: kind === 'outage' ? (until ?? null) : null,
    ends_at: kind === 'maintenance' ? (until ?? null) : null,
    cancelled_at: null,
    ...emergencyRow(
      {
        ...entered,
        emergencyCalls: entered.emergencyCalls ?? emergencyAtFirst(entered.services),
      },
      beginsAt,
    ),
  })
  await publish(tx, deps, who, outageId, { action: 'outage-opened', message, occasion: 'opened' })
  return outageId
}

/** @throws RangeError for one that is unknown or over. */
export async function updateOutage(
  tx: Db,
  deps: Deps,
  who: Staff,
  changes: {
    outageId: string
    message: string
    until?: Instant | undefined
    severity?: OutageSeverity | undefined
  } & Emergency,
) {
  const { outageId, message, until, severity } = changes
  const { now } = who
  const outage = await lockLive(tx, outageId, now)
  const column = outage.kind === 'maintenance' ? 'ends_at' : 'expected_end_at'
  if (until !== undefined) refuseEarlyEnd(outage.begins_at, until)
  const entered = {
    ...(until && { [column]: until }),
    ...(severity && { severity }),
    ...emergencyRow(changes, now),
  }
  if (Object.keys(entered).length > 0)
    await updateRows(tx, 'outage', { outage_id: outageId }, entered)
  await publish(tx, deps, who, outageId, { action: 'outage-updated', message })
}

/** Ends an outage that is over since `at`; what has not begun is called off. @throws RangeError as updateOutage */
export async function closeOutage(
  tx: Db,
  deps: Deps,
  who: Staff,
  { outageId, message, at }: { outageId: string; message: string; at: Instant },
) {
  const { now } = who
  const outage = await lockLive(tx, outageId, now)
  const isCalledOff = stateOf(outage, now) === 'planned'
  if (!isCalledOff) refuseEarlyEnd(outage.begins_at, at)
  if (isBefore(now, at)) throw new RangeError('It cannot have ended in the future')
  await updateRows(
    tx,
    'outage',
    { outage_id: outageId },
    isCalledOff ? { cancelled_at: now } : { ends_at: at, ...restoredAt(outage, at) },
  )
  const occasion = isCalledOff ? 'cancelled' : 'ended'
  await publish(tx, deps, who, outageId, { action: `outage-${occasion}`, message, occasion })
}

/** The authority was first told of an accident. @throws RangeError for one that is unknown, and before it began */
export async function recordFirstReport(
  tx: Db,
  who: Staff,
  { outageId, at }: { outageId: string; at: Instant },
): Promise<void> {
  const outage = await lockOutage(tx, outageId)
  if (isBefore(at, outage.begins_at) || isBefore(who.now, at))
    throw new RangeError('It was reported between its begin and now')
  await updateRows(tx, 'outage', { outage_id: outageId }, { first_reported_at: at })
  const details = { at: formatRfc3339(at) }
  await recordNote(
    tx,
    { ...who, actor: 'staff' },
    { action: 'outage-reported', target: outageId, details },
  )
}

/** The columns of what was entered about emergency calls and other ways; none of what was not. */
function emergencyRow({ emergencyCalls, emergencySince, otherWays }: Emergency, since: Instant) {
  const isSaid = emergencyCalls !== 'unknown' && emergencyCalls !== 'unaffected'
  return {
    ...(emergencyCalls && {
      emergency_calls: emergencyCalls,
      emergency_since: isSaid ? (emergencySince ?? since) : null,
    }),
    ...(otherWays && { other_ways: [...otherWays] }),
  }
}

/** With the outage, emergency calls are back too. */
function restoredAt({ emergency_calls: calls }: OutageRow, at: Instant) {
  const isOff = calls === 'degraded' || calls === 'stopped'
  return isOff ? ({ emergency_calls: 'restored', emergency_since: at } as const) : {}
}

/** Puts the operator's words on the board; with an occasion the worker notifies the members. */
async function publish(
  tx: Db,
  { queue }: Deps,
  who: Staff,
  outageId: string,
  entry: { action: string; message: string; occasion?: OutageOccasion },
) {
  const { action, message, occasion } = entry
  if (message.trim() === '') throw new RangeError('Say what happened: --message is empty')
  await insertRow(tx, 'outage_update', { outage_id: outageId, at: who.now, message })
  await recordNote(
    tx,
    { ...who, actor: 'staff' },
    { action, target: outageId, details: { message } },
  )
  if (occasion !== undefined) await queue.send(tx, notifyOutageJob, { outageId, occasion })
}

async function lockOutage(tx: Db, outageId: string): Promise<OutageRow> {
  const row = await lockRow(tx, 'outage', { outage_id: outageId })
  if (row === undefined) throw new RangeError(`There is no outage ${outageId}`)
  return row
}

async function lockLive(tx: Db, outageId: string, now: Instant): Promise<OutageRow> {
  const row = await lockOutage(tx, outageId)
  const state = stateOf(row, now)
  if (state === 'resolved' || state === 'cancelled')
    throw new RangeError(`${outageId} is over (${state}): open a new one`)
  return row
}

function refuseWrong({ kind, services, areas, title, beginsAt, until }: NewOutage) {
  if (title.trim() === '') throw new RangeError('Give it a title')
  if (services.length === 0) throw new RangeError('Name the services it affects')
  const known: readonly string[] = prefectures
  const strange = areas.find((area) => !known.includes(area))
  if (strange !== undefined) throw new RangeError(`「${strange}」 is no prefecture`)
  if (kind === 'maintenance' && until === undefined)
    throw new RangeError('Maintenance has a planned end: --until')
  if (until !== undefined) refuseEarlyEnd(beginsAt, until)
}

function refuseEarlyEnd(beginsAt: Instant, end: Instant) {
  if (!isBefore(beginsAt, end))
    throw new RangeError(`It cannot end before it begins (${formatRfc3339(beginsAt)})`)
}
