/** What other areas may use of port-outs. */
export { numberAad } from './rows.ts'
