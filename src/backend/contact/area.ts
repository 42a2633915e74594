import type { AreaDeps, AreaHandlers, AreaWork } from '#backend/area.ts'
import { accountOf, type Caller } from '#backend/caller.ts'
import { whoOfAccount } from '#backend/contract/who.ts'
import { closeSolved } from './commands/close-solved.ts'
import { openTicket } from './commands/open-ticket.ts'
import { reportAccess } from './commands/report-access.ts'
import { writeToTicket } from './commands/write-to-ticket.ts'
import { listContacts, readThread } from './queries/contacts.ts'
import { listAccesses } from './queries/record-access.ts'

export function createContactArea(deps: AreaDeps) {
  const work: AreaWork = {
    tasks: [{ name: 'tickets solved long ago', run: (now) => closeSolved(deps, now) }],
  }
  return { handlers: contactHandlers(deps), work }
}

const askerOf = (caller: Caller) => ({ ...accountOf(caller), now: caller.now })
const contractOf = ({ signedIn }: Caller) => signedIn?.contractId ?? undefined

function contactHandlers(deps: Pick<AreaDeps, 'sealing' | 'outbox'>) {
  return {
    contactGet: (_, caller) => listContacts(caller.db, askerOf(caller)),

    contactThreadGet: ({ query }, caller) =>
      readThread(caller.db, deps, { ...askerOf(caller), ...query }),

    async contactPost({ body }, caller) {
      const who = whoOfAccount(caller)
      const { ticket_no: ticketNo } = await openTicket(caller.db, deps, who, {
        channel: 'mypage',
        reason: 'contact',
        topic: body.topic,
        text: body.text,
        accountId: who.accountId,
        contractId: contractOf(caller),
      })
      return readThread(caller.db, deps, { ...askerOf(caller), ticketNo })
    },

    async contactReplyPost({ body }, caller) {
      await writeToTicket(caller.db, deps, whoOfAccount(caller), body)
      return readThread(caller.db, deps, { ...askerOf(caller), ticketNo: body.ticketNo })
    },

    recordAccessGet: ({ query }, caller) =>
      listAccesses(caller.db, { ...accountOf(caller), ...query }),

    async recordAccessPost({ body }, caller) {
      const who = { ...whoOfAccount(caller), contractId: contractOf(caller) }
      const { ticket_no: ticketNo } = await reportAccess(caller.db, deps, who, body.accessId)
      return { ticketNo }
    },
  } satisfies AreaHandlers
}
