/** What other areas, the pages and the operator's tool may use of outages. */
export {
  closeOutage,
  openOutage,
  recordFirstReport,
  updateOutage,
  type NewOutage,
} from './commands/operate-board.ts'
export { notifyOutageJob } from './commands/notify-outage.ts'
export { countNotified, readAccident } from './queries/accident.ts'
export {
  findOutage,
  findOutages,
  outagesConcerning,
  outageStopsLine,
  readServiceStatus,
  stateOf,
  toWire as toWireOutage,
  type Outage,
} from './queries.ts'
export { readQuarter, type AccidentOfQuarter } from './queries/quarter.ts'
