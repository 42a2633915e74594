/** What other areas may use of lines. */
export { suspendLost } from './commands/suspend-line.ts'
export { openFaults } from './rows/calls.ts'
