/** What resealing and the demo's past may use of points. */
export { earners, ungrantedPoints } from './queries/earnings.ts'
export { partnerAad } from './rows.ts'
