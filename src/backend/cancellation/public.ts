/** What other areas may use of cancellations. */
export { bookCancellation } from './commands/book-cancellation.ts'
export { submitInitialCancel } from './commands/initial-cancel.ts'
export { undoCancellations } from './commands/undo-cancellation.ts'
