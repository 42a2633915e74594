import type { AreaDeps } from '#backend/area.ts'
import type { Db } from '#backend/db/connect.ts'
import { isolated } from '#backend/jobs/isolated.ts'
import { reopensUntil } from '#domain/contact/ticket.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import { lockTicket } from '../rows.ts'
import { moveTicket } from './move-ticket.ts'

const ROUND = 500

type Deps = Pick<AreaDeps, 'database' | 'outbox' | 'sealing' | 'log'>

/** Daily: ends tickets that were solved long enough ago. */
export async function closeSolved(deps: Deps, now: Instant): Promise<void> {
  const { database, log } = deps
  for (let after = ''; ;) {
    const solved = await findSolved(database.db, after)
    for (const { ticket_no: ticketNo, solved_at: solvedAt } of solved)
      if (solvedAt !== null && !isBefore(now, reopensUntil(solvedAt)))
        await isolated(log, { ticketNo }, 'ticket not closed', () =>
          database.db.transaction().execute((tx) => closeOne(tx, deps, ticketNo, now)),
        )
    const last = solved.at(-1)
    if (last === undefined || solved.length < ROUND) return
    after = last.ticket_no
  }
}

const findSolved = (db: Db, after: string) =>
  db
    .selectFrom('ticket')
    .select(['ticket_no', 'solved_at'])
    .where('state', '=', 'solved')
    .where('ticket_no', '>', after)
    .orderBy('ticket_no')
    .limit(ROUND)
    .execute()

async function closeOne(tx: Db, deps: Deps, ticketNo: string, now: Instant) {
  const row = await lockTicket(tx, ticketNo)
  if (row.state !== 'solved' || row.solved_at === null) return
  if (isBefore(now, reopensUntil(row.solved_at))) return
  await moveTicket(tx, deps, { actor: 'system', now }, row, {
    step: 'closed',
    entry: { kind: 'closed' },
    patch: { ended_at: now },
  })
}
