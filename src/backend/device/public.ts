/** What other areas may use of devices. */
export { deskJob, deskSteps, openClaim, readClaim } from './queries/desk.ts'
export { redrawPhotograph } from './queries/photograph.ts'
