/** What resealing and the demo's seed may use of points. */
export { earners, ungrantedPoints } from './queries.ts'
export { partnerAad } from './rows.ts'
