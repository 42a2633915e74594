/** What other areas may use of invoices. */
export { contentAad, pdfAad } from './rows.ts'
