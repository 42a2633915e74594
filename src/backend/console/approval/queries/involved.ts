import { sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'

/** Whether somebody of the staff has opened a case or proved its caller: who did approves nothing of it. */
export async function isInvolved(db: Db, staffId: string, ticketNo: string): Promise<boolean> {
  const { rows } = await sql<{ involved: boolean }>`
    select exists (
      select from ticket_event where ticket_no = ${ticketNo} and position = 1 and staff_id = ${staffId}
      union all
      select from access_grant g join caller_proof p using (grant_id)
      where g.ticket_no = ${ticketNo} and g.staff_id = ${staffId} and p.state = 'proved'
    ) as involved`.execute(db)
  return rows[0]?.involved ?? false
}
