import { sql } from 'kysely'
import { z } from 'zod'
import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { inRounds, type Round } from '#backend/db/in-rounds.ts'
import { findRow } from '#backend/db/rows.ts'
import { defineJob } from '#backend/jobs/queue.ts'
import { notifyMember } from '#backend/step/record-change.ts'
import type { Instant } from '#domain/tokyo.ts'
import type { LineKind } from '#vocabulary/line.ts'
import { outageMessage, outageOccasions, sourceRefOf, type OutageOccasion } from '../messages.ts'
import { concernsMember, findOutage, stateOf, type Outage } from '../queries.ts'

const CONTRACTS_A_ROUND = 500

type Deps = Pick<AreaDeps, 'database' | 'sealing' | 'outbox' | 'clock'>
type Occasion = {
  readonly outage: Outage
  readonly occasion: OutageOccasion
  readonly now: Instant
}
type MemberInService = { contract_id: string; account_id: string; line_kinds: LineKind[] }

/** Notifies the members an outage concerns of its beginning and its end; updates in between stand on the board only. */
export const notifyOutageJob = defineJob({
  name: 'outage-tell',
  payload: z.object({ outageId: z.string(), occasion: z.enum(outageOccasions) }),
  retryLimit: 20,
  retryDelaySeconds: 30,
})

/**
 * Notifies every member in service whom an outage concerns. Repeating it, or continuing it after the worker was killed,
 * notifies nobody twice: the outbox knows the outage and the occasion.
 */
export async function notifyOutage(
  deps: Deps,
  { outageId, occasion }: { outageId: string; occasion: OutageOccasion },
) {
  const now = deps.clock.now()
  const { db } = deps.database
  const outage = await findOutage(db, outageId, now)
  if (outage === undefined || isPast(outage, occasion, now)) return
  const members = inRounds(
    CONTRACTS_A_ROUND,
    (round) => membersInService(db, round),
    (member) => member.contract_id,
  )
  for await (const round of members)
    for (const member of round) await notifyOne(deps, member, { outage, occasion, now })
}

/** Where the outage ended before the first message was sent, none is sent at all. */
function isPast(outage: Outage, occasion: OutageOccasion, now: Instant) {
  const state = stateOf(outage, now)
  return occasion === 'opened' && (state === 'resolved' || state === 'cancelled')
}

async function notifyOne(
  deps: Deps,
  { account_id: accountId, line_kinds: lineKinds }: MemberInService,
  { outage, occasion, now }: Occasion,
) {
  const { db } = deps.database
  // Only those who got the first message get the one about the end.
  const isWanted =
    occasion === 'opened'
      ? await concernsMember(db, deps, { accountId, lineKinds }, outage)
      : await wasNotified(db, accountId, outage.outage_id)
  if (!isWanted) return
  await db
    .transaction()
    .execute((tx) => notifyMember(tx, deps, outageMessage(accountId, outage, occasion), now))
}

async function wasNotified(db: Db, accountId: string, outageId: string): Promise<boolean> {
  const notice = await findRow(
    db,
    'notice',
    { account_id: accountId, source_ref: sourceRefOf(outageId, 'opened') },
    'notice_id',
  )
  return notice !== undefined
}

async function membersInService(db: Db, { after, limit }: Round): Promise<MemberInService[]> {
  const { rows } = await sql<MemberInService>`
    select c.contract_id, c.account_id,
      array(select distinct l.kind from line l where l.contract_id = c.contract_id
        and l.status in ('active', 'suspended', 'ending')) as line_kinds
    from contract c
    where c.status in ('active', 'suspended', 'cancel_reserved') and c.contract_id > ${after}
    order by c.contract_id limit ${limit}`.execute(db)
  return rows
}
