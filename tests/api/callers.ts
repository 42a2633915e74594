import { openTicket } from '#backend/contact/public.ts'
import type { Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import type { Harness } from './harness.ts'
import type { Staff } from './staff.ts'

type Caller = { readonly accountId: string; readonly call: Call }

/** A case of a member who telephones, with the record opened out of it; the caller is not proved yet. */
export async function openCall({ database, services, clock }: Harness, staff: Staff, by: Caller) {
  const now = clock.now()
  const { ticket_no: ticketNo } = await database.db.transaction().execute((tx) =>
    openTicket(
      tx,
      services,
      { actor: 'staff', staffId: staff.staffId, role: 'desk', accountId: by.accountId, now },
      {
        channel: 'telephone',
        reason: 'contact',
        topic: 'procedure',
        accountId: by.accountId,
      },
    ),
  )
  const body = { ticket: ticketNo, account: by.accountId }
  const { grant } = await staff.ask('consoleGrantPost', { body })
  return { ticketNo, grant }
}

/** The same, and the caller reads out a code of my page. */
export async function openProvedCall(harness: Harness, staff: Staff, by: Caller) {
  const opened = await openCall(harness, staff, by)
  const { code } = await by.call(api.callerCodePost, { body: { purpose: 'caller' } })
  await staff.ask('consoleProofCheckPost', {
    body: { grant: opened.grant, purpose: 'caller', code },
  })
  return opened
}
