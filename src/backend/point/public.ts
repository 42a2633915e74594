/** What the console, resealing and the demo's seed may use of points. */
export { askPointsAgainJob } from './commands/grant-points.ts'
export { earners, ungrantedPoints } from './queries.ts'
export { partnerAad } from './rows.ts'
