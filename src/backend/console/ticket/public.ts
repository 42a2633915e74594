/** What the console's other rooms use of cases: whoever opens an item or a record does it in one. */
export { ticketOfItem } from './commands/take-in.ts'
export { settleItem } from './commands/settle-item.ts'
export { assignTicket, snoozeTicket } from './commands/work-ticket.ts'
export { findItems } from './rows.ts'
export { casesOfToday, countTickets } from './queries/list-tickets.ts'
