/** What the staff's console uses of members' questions: it works in them, and this area alone writes them. */
export { moveTicket, nameMember, type TicketDeps } from './commands/move-ticket.ts'
export { openTicket, type OpenTicket } from './commands/open-ticket.ts'
export {
  clockOf,
  findEntries,
  getTicket,
  lockTicket,
  openText,
  toClockColumns,
  type TicketRow,
} from './rows.ts'
