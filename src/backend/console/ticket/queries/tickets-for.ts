import type { TicketRow } from '#backend/contact/public.ts'
import type { StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'

export type NamedTicket = TicketRow & { readonly assigned_name: string | null }

/** Tickets with the name of who has them, of those that the person may see. */
export const ticketsFor = (db: Db, { roles }: Pick<StaffWho, 'roles'>) =>
  db
    .selectFrom('ticket as t')
    .leftJoin('staff as s', 's.staff_id', 't.assigned_to')
    .selectAll('t')
    .select('s.name as assigned_name')
    .$if(!roles.includes('privacy'), (query) => query.where('t.restricted', '=', false))
