import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { readProfile } from '#backend/holder.ts'
import { concerns, stopsLine, type OutageReach } from '#domain/outage/outage.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { LineKind } from '#vocabulary/line.ts'
import { findOutage, stateOf, type Outage } from './board.ts'
import { outageMessage, sourceRefOf } from './messages.ts'
import type { OutageOccasion } from './tell-job.ts'

const BATCH_CONTRACTS = 500

type Deps = Pick<AreaDeps, 'database' | 'sealing' | 'outbox' | 'clock'>
type Reached = { contract_id: string; account_id: string; line_kinds: LineKind[] }

/**
 * Tells every member in service whom an outage concerns. A second run, or one that goes on after a lost worker, tells
 * nobody twice: the outbox knows the outage and the occasion.
 */
export async function tellOutage(
  deps: Deps,
  { outageId, occasion }: { outageId: string; occasion: OutageOccasion },
) {
  const now = deps.clock.now()
  const outage = await findOutage(deps.database.db, outageId, now)
  if (outage === undefined || isPast(outage, occasion, now)) return
  let after = ''
  for (let more = true; more;) {
    const reached = await membersInService(deps.database.db, after)
    for (const member of reached) await tellOne(deps, member, outage, occasion, now)
    after = reached.at(-1)?.contract_id ?? after
    more = reached.length === BATCH_CONTRACTS
  }
}

/** It ended before the first message was sent: then none is sent at all. */
function isPast(outage: Outage, occasion: OutageOccasion, now: Instant) {
  const state = stateOf(outage, now)
  return occasion === 'opened' && (state === 'resolved' || state === 'cancelled')
}

async function tellOne(
  { database, sealing, outbox }: Deps,
  member: Reached,
  outage: Outage,
  occasion: OutageOccasion,
  now: Instant,
) {
  const { account_id: accountId } = member
  // Only those who got the first message get the one about the end.
  const isWanted =
    occasion === 'opened'
      ? await concernsMember(database.db, sealing, { ...member, accountId }, outage)
      : await wasTold(database.db, accountId, outage.outage_id)
  if (!isWanted) return
  await database.db
    .transaction()
    .execute((tx) => outbox.post(tx, outageMessage(accountId, outage, occasion), now))
}

async function concernsMember(
  db: Db,
  sealing: Deps['sealing'],
  { accountId, line_kinds }: { accountId: string; line_kinds: readonly LineKind[] },
  outage: Outage,
): Promise<boolean> {
  const prefecture = await prefectureOf(db, sealing, accountId, outage)
  return concerns(outage, { lineKinds: line_kinds, prefecture })
}

/** Whether this line could not do what it is for. */
export async function outageStopsLine(
  db: Db,
  sealing: Deps['sealing'],
  { accountId, kind }: { readonly accountId: string; readonly kind: LineKind },
  outage: OutageReach,
): Promise<boolean> {
  return stopsLine(outage, { kind, prefecture: await prefectureOf(db, sealing, accountId, outage) })
}

/** Read only where it matters. */
async function prefectureOf(
  db: Db,
  sealing: Deps['sealing'],
  accountId: string,
  { areas }: OutageReach,
): Promise<string | undefined> {
  if (areas.length === 0) return undefined
  return (await readProfile(db, sealing, accountId)).region || undefined
}

async function wasTold(db: Db, accountId: string, outageId: string): Promise<boolean> {
  const told = await db
    .selectFrom('notice')
    .select('notice_id')
    .where('account_id', '=', accountId)
    .where('source_ref', '=', sourceRefOf(outageId, 'opened'))
    .executeTakeFirst()
  return told !== undefined
}

async function membersInService(db: Db, after: string): Promise<Reached[]> {
  const { rows } = await sql<Reached>`
    select c.contract_id, c.account_id,
      array(select distinct l.kind from line l where l.contract_id = c.contract_id
        and l.status in ('active', 'suspended', 'ending')) as line_kinds
    from contract c
    where c.status in ('active', 'suspended', 'cancel_reserved') and c.contract_id > ${after}
    order by c.contract_id limit ${BATCH_CONTRACTS}`.execute(db)
  return rows
}

/** What lasts or comes soon and concerns this account; without a line, what is everybody's. */
export async function outagesConcerning(
  { sealing }: Pick<Deps, 'sealing'>,
  db: Db,
  accountId: string,
  outages: readonly Outage[],
): Promise<Outage[]> {
  if (outages.length === 0) return []
  const { rows } = await sql<{ kind: LineKind }>`
    select distinct l.kind from contract c join line l using (contract_id)
    where c.account_id = ${accountId} and l.status in ('active', 'suspended', 'ending')`.execute(db)
  const line_kinds = rows.map(({ kind }) => kind)
  const found: Outage[] = []
  for (const outage of outages)
    if (await concernsMember(db, sealing, { accountId, line_kinds }, outage)) found.push(outage)
  return found
}
