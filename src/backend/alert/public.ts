/** What other areas may use of alerts. */
export { stopAlerts } from './commands/change-settings.ts'
export { areAlertsStopped } from './queries/settings.ts'
