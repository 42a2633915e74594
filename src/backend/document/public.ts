/** What other areas may use of contract documents. */
export { requestDocument } from './commands/request-document.ts'
export { documentAad, documentsOfOrder } from './rows.ts'
