/** What other areas and staff's tools may use of hand-overs. */
export { withdrawTakeover, type Begins } from './commands/end-side.ts'
export { acceptLine, takeLine } from './commands/take-line.ts'
export { findOffered, takeoverProgress } from './queries/offered.ts'
