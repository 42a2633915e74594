import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readProfile } from '#backend/holder.ts'
import { concerns, stopsLine, type OutageReach } from '#domain/outage/outage.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import type { LineKind } from '#vocabulary/line.ts'
import { findOutages, stateOf, type Outage } from './board.ts'

/** How long before it begins my page's first view shows what is planned. */
const SHOWN_DAYS_AHEAD = 7

type Deps = { readonly sealing: Sealing }

/** Whether an outage concerns an account with lines of these kinds; without a line, only what concerns everybody does. */
export async function concernsMember(
  db: Db,
  { sealing }: Deps,
  { accountId, lineKinds }: { readonly accountId: string; readonly lineKinds: readonly LineKind[] },
  outage: Outage,
): Promise<boolean> {
  const prefecture = await prefectureOf(db, sealing, accountId, outage)
  return concerns(outage, { lineKinds, prefecture })
}

/** Whether the outage kept a line of this kind from being used for calls or data, whichever it is for. */
export async function outageStopsLine(
  db: Db,
  sealing: Sealing,
  { accountId, kind }: { readonly accountId: string; readonly kind: LineKind },
  outage: OutageReach,
): Promise<boolean> {
  return stopsLine(outage, { kind, prefecture: await prefectureOf(db, sealing, accountId, outage) })
}

/** The profile is opened only for an outage of some prefectures. */
async function prefectureOf(
  db: Db,
  sealing: Sealing,
  accountId: string,
  { areas }: OutageReach,
): Promise<string | undefined> {
  if (areas.length === 0) return undefined
  return (await readProfile(db, sealing, accountId)).region || undefined
}

/** The outages that are ongoing or begin soon and concern this account. */
export async function outagesConcerning(
  db: Db,
  deps: Deps,
  { accountId, now }: { readonly accountId: string; readonly now: Instant },
): Promise<Outage[]> {
  const soon = now.add({ hours: 24 * SHOWN_DAYS_AHEAD })
  const live = (await findOutages(db, now)).filter((outage) => {
    const state = stateOf(outage, now)
    return state === 'ongoing' || (state === 'planned' && isBefore(outage.begins_at, soon))
  })
  if (live.length === 0) return []
  const { rows } = await sql<{ kind: LineKind }>`
    select distinct l.kind from contract c join line l using (contract_id)
    where c.account_id = ${accountId} and l.status in ('active', 'suspended', 'ending')`.execute(db)
  const lineKinds = rows.map(({ kind }) => kind)
  const found: Outage[] = []
  for (const outage of live)
    if (await concernsMember(db, deps, { accountId, lineKinds }, outage)) found.push(outage)
  return found
}
