import type { ConsoleAreaHandlers } from '#backend/area.ts'
import type { Caller } from '#backend/caller.ts'
import { getTicket, type TicketRow } from '#backend/contact/public.ts'
import { whoOfStaff, type StaffWho } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { notFound } from '#backend/refusal.ts'
import { formatRfc3339, instant, tokyoDate } from '#domain/tokyo.ts'
import { answerOutside, keepMandate } from './commands/answer-outside.ts'
import { answerTicket, waitForMember } from './commands/answer-ticket.ts'
import { mergeTickets, reopenTicket, solveTicket } from './commands/end-ticket.ts'
import { cancelByLetter } from './commands/cancel-by-letter.ts'
import { maySee } from './commands/reach-ticket.ts'
import { removeView, saveView } from './commands/save-view.ts'
import { takeIn } from './commands/take-in.ts'
import { assignTicket, noteInTicket, setMember, snoozeTicket } from './commands/work-ticket.ts'
import { listTickets } from './queries/list-tickets.ts'
import { readTicket } from './queries/read-ticket.ts'
import { answerTemplates } from './queries/templates.ts'
import { findViews, saveDraft } from './rows.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'outbox' | 'publicUrl' | 'engine' | 'queue' | 'book'>

export function ticketHandlers(deps: Deps) {
  /** Carries out what is done in a ticket, and answers it as it is then. */
  const inTicket =
    <Body>(command: (tx: Db, deps: Deps, who: StaffWho, body: Body) => Promise<TicketRow>) =>
    async ({ body }: { readonly body: Body }, caller: Caller) => {
      const who = whoOfStaff(caller)
      const { ticket_no: ticketNo } = await command(caller.db, deps, who, body)
      return readTicket(caller.db, deps, who, ticketNo)
    }
  const byNumber =
    (command: (tx: Db, deps: Deps, who: StaffWho, ticketNo: string) => Promise<TicketRow>) =>
    (tx: Db, given: Deps, who: StaffWho, { ticketNo }: { readonly ticketNo: string }) =>
      command(tx, given, who, ticketNo)

  return {
    consoleTicketListGet: ({ query }, caller) => listTickets(caller.db, whoOfStaff(caller), query),
    consoleTicketGet: ({ query }, caller) =>
      readTicket(caller.db, deps, whoOfStaff(caller), query.ticketNo),
    consoleTicketTemplatesGet: ({ query }, caller) =>
      answerTemplates(caller.db, deps, whoOfStaff(caller), query.ticketNo),

    consoleTicketPost: inTicket((tx, given, who, body: Wire<Parameters<typeof takeIn>[3]>) =>
      takeIn(tx, given, who, { ...body, postedOn: toDate(body.postedOn) }),
    ),
    consoleTicketNotePost: inTicket(noteInTicket),
    consoleTicketAnswerPost: inTicket(answerTicket),
    consoleTicketAssignPost: inTicket(assignTicket),
    consoleTicketSnoozePost: inTicket((tx, given, who, body: { ticketNo: string; until: string }) =>
      snoozeTicket(tx, given, who, { ...body, until: instant(body.until) }),
    ),
    consoleTicketWaitPost: inTicket(byNumber(waitForMember)),
    consoleTicketSolvePost: inTicket(byNumber(solveTicket)),
    consoleTicketReopenPost: inTicket(byNumber(reopenTicket)),
    consoleTicketMergePost: inTicket(mergeTickets),
    consoleTicketMemberPut: inTicket(setMember),
    consoleTicketMandatePost: inTicket(keepMandate),
    consoleTicketOutsidePost: inTicket(answerOutside),

    consoleTicketLetterPost: ({ body }, caller) =>
      cancelByLetter(caller.db, deps, whoOfStaff(caller), body.ticketNo),

    async consoleTicketDraftPut({ body }, caller) {
      const { db, now } = caller
      const who = whoOfStaff(caller)
      if (!maySee(await getTicket(db, body.ticketNo), who)) throw notFound()
      await saveDraft(db, deps.sealing, { ...body, staffId: who.staffId, now })
      return { savedAt: formatRfc3339(now) }
    },

    consoleViewListGet: (_, caller) => views(caller.db),
    async consoleViewPut({ body }, caller) {
      await saveView(caller.db, whoOfStaff(caller), body)
      return views(caller.db)
    },
    async consoleViewDelete({ query }, caller) {
      await removeView(caller.db, query)
      return views(caller.db)
    },
  } satisfies ConsoleAreaHandlers
}

/** As it comes over the wire: a date is text. */
type Wire<Given> = Omit<Given, 'postedOn'> & { readonly postedOn?: string | undefined }

const toDate = (date: string | undefined) => (date === undefined ? undefined : tokyoDate(date))

const views = async (db: Db) => ({
  views: (await findViews(db)).map(({ queue, name, search }) => ({ queue, name, search })),
})
