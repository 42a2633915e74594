/** What other areas may use of contract documents. */
export { requestDocument } from './commands/request-document.ts'
export { documentsOfOrder } from './rows.ts'
