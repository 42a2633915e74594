/** What other areas may use of lines. */
export { openFaults } from './rows/calls.ts'
