/** What the console's other areas, members' pages and the server may use of opened records. */
export { actByGrant } from './commands/open-part.ts'
export { openPart } from './commands/open-part.ts'
export { openRecord } from './commands/open-record.ts'
export { closeGrant } from './commands/end-grants.ts'
