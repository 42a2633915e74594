/** What other areas may use of the opening of a contract. */
export { beginOpening, withdrawOpening, type OpeningDeps } from './commands/begin-opening.ts'
export { openingProgress, type LineProgress } from './queries.ts'
