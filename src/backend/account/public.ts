/** What other areas may use of accounts. */
export { codeContactAad, draftAad, editAad } from './rows.ts'
