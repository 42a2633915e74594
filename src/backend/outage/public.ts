/** What other areas, the pages and the operator's tool may use of outages. */
export { closeOutage, openOutage, updateOutage, type NewOutage } from './commands/operate-board.ts'
export { notifyOutageJob } from './commands/notify-outage.ts'
export { findOutages, readServiceStatus, stateOf } from './queries.ts'
export { outageStopsLine } from './queries.ts'
