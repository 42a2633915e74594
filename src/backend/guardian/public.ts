/** What other areas may use of guardians' consents. */
export { recordConsent } from './commands/record-consent.ts'
