/** What resealing may use of exports. */
export { pieceAad } from './rows.ts'
