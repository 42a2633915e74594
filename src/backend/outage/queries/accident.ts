import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { inRounds, type Round } from '#backend/db/in-rounds.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { accidentFigures, type AccidentFigures } from '#domain/outage/accident.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import type { LineKind } from '#vocabulary/line.ts'
import { sourceRefOf } from '../messages.ts'
import { findOutage, outageStopsLine, type Outage } from '../queries.ts'

const CONTRACTS_A_ROUND = 500

type Contract = { contract_id: string; account_id: string; kinds: LineKind[] }

/**
 * What the report of an accident asks for (電気通信事業法 第28条): how many lines it hit, for how long, and which threshold that
 * reaches. The lines are those in service now; where a phone is, we take from the registered address.
 */
export async function readAccident(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  outageId: string,
  now: Instant,
): Promise<{ outage: Outage; figures: AccidentFigures } | undefined> {
  const outage = await findOutage(db, outageId, now)
  if (outage === undefined) return undefined
  const linesOf: Record<LineKind, number> = { data: 0, sms: 0, voice: 0 }
  const rounds = inRounds(
    CONTRACTS_A_ROUND,
    (round) => contractsInService(db, round),
    (contract) => contract.contract_id,
  )
  for await (const round of rounds)
    for (const { account_id: accountId, kinds } of round)
      for (const kind of kinds)
        if (await outageStopsLine(db, sealing, { accountId, kind }, outage)) linesOf[kind] += 1
  const { services, begins_at: beganAt, ends_at: endsAt } = outage
  const until = endsAt !== null && isBefore(endsAt, now) ? endsAt : now
  return { outage, figures: accidentFigures({ services, beganAt, until, linesOf }) }
}

async function contractsInService(db: Db, { after, limit }: Round): Promise<Contract[]> {
  const { rows } = await sql<Contract>`
    select c.contract_id, c.account_id,
      array(select l.kind from line l where l.contract_id = c.contract_id
        and l.status in ('active', 'suspended', 'ending')) as kinds
    from contract c
    where c.status in ('active', 'suspended', 'cancel_reserved') and c.contract_id > ${after}
    order by c.contract_id limit ${limit}`.execute(db)
  return rows
}

/** How many members were notified that it began. */
export async function countNotified(db: Db, outageId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('source_ref', '=', sourceRefOf(outageId, 'opened'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
