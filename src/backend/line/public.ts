/** What other areas may use of lines. */
export { destinationAad, openFaults } from './rows/calls.ts'
