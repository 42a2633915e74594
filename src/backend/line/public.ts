/** What other areas may use of lines. */
export { freezeLine, suspendLost, unfreezeLine } from './commands/suspend-line.ts'
export { openFaults } from './rows/calls.ts'
