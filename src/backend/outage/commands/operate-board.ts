import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import { recordNote } from '#backend/step/record-change.ts'
import { formatRfc3339, isBefore, type Instant } from '#domain/tokyo.ts'
import type { OutageKind, OutageService, OutageSeverity } from '#vocabulary/outage.ts'
import { prefectures } from '#vocabulary/prefecture.ts'
import type { OutageOccasion } from '../messages.ts'
import { stateOf, type OutageRow } from '../queries.ts'
import { notifyOutageJob } from './notify-outage.ts'

/*
 * What an operator enters. It is on the board at once; the worker notifies the members it concerns.
 */

type Deps = { readonly queue: JobQueue }
type Staff = { readonly now: Instant }

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
}

/**
 * @returns its id
 * @throws RangeError with what is wrong with it
 */
export async function openOutage(
  tx: Db,
  deps: Deps,
  { now }: Staff,
  entered: NewOutage,
): Promise<string> {
  refuseWrong(entered)
  const { kind, until, message, beginsAt } = entered
  const outageId = newId('out')
  await tx
    .insertInto('outage')
    .values({
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
    })
    .execute()
  await publish(tx, deps, outageId, { action: 'outage-opened', message, occasion: 'opened', now })
  return outageId
}

/** @throws RangeError for one that is unknown or over. */
export async function updateOutage(
  tx: Db,
  deps: Deps,
  { now }: Staff,
  changes: {
    outageId: string
    message: string
    until?: Instant | undefined
    severity?: OutageSeverity | undefined
  },
) {
  const { outageId, message, until, severity } = changes
  const outage = await lockLive(tx, outageId, now)
  const column = outage.kind === 'maintenance' ? 'ends_at' : 'expected_end_at'
  if (until !== undefined) refuseEarlyEnd(outage.begins_at, until)
  if (until !== undefined || severity !== undefined)
    await tx
      .updateTable('outage')
      .set({ ...(until && { [column]: until }), ...(severity && { severity }) })
      .where('outage_id', '=', outageId)
      .execute()
  await publish(tx, deps, outageId, { action: 'outage-updated', message, now })
}

/** Ends an outage that is over since `at`; what has not begun is called off. @throws RangeError as updateOutage */
export async function closeOutage(
  tx: Db,
  deps: Deps,
  { now }: Staff,
  { outageId, message, at }: { outageId: string; message: string; at: Instant },
) {
  const outage = await lockLive(tx, outageId, now)
  const isCalledOff = stateOf(outage, now) === 'planned'
  if (!isCalledOff) refuseEarlyEnd(outage.begins_at, at)
  if (isBefore(now, at)) throw new RangeError('It cannot have ended in the future')
  await tx
    .updateTable('outage')
    .set(isCalledOff ? { cancelled_at: now } : { ends_at: at })
    .where('outage_id', '=', outageId)
    .execute()
  const occasion = isCalledOff ? 'cancelled' : 'ended'
  await publish(tx, deps, outageId, { action: `outage-${occasion}`, message, occasion, now })
}

/** Puts the operator's words on the board; with an occasion the worker notifies the members. */
async function publish(
  tx: Db,
  { queue }: Deps,
  outageId: string,
  entry: { action: string; message: string; occasion?: OutageOccasion; now: Instant },
) {
  const { action, message, occasion, now } = entry
  if (message.trim() === '') throw new RangeError('Say what happened: --message is empty')
  await tx.insertInto('outage_update').values({ outage_id: outageId, at: now, message }).execute()
  await recordNote(tx, { actor: 'staff', now }, { action, target: outageId, details: { message } })
  if (occasion !== undefined) await queue.send(tx, notifyOutageJob, { outageId, occasion })
}

async function lockLive(tx: Db, outageId: string, now: Instant): Promise<OutageRow> {
  const row = await tx
    .selectFrom('outage')
    .selectAll()
    .where('outage_id', '=', outageId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new RangeError(`There is no outage ${outageId}`)
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
