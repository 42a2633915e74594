/** What other areas may use of lines. */
export { destinationAad, openFaults, recordAad } from './rows/calls.ts'
export { imeiAad } from './rows/devices.ts'
