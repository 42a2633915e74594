/** What other areas may use of accounts. */
export { codeContactAad } from './rows/codes.ts'
export { draftAad } from './rows/drafts.ts'
export { editAad } from './rows/edits.ts'
