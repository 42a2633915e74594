/** What other areas may use of devices. */
export { deskJob, deskSteps, deskStepsIn, openClaim, readClaim } from './queries/desk.ts'
export { redrawPhotograph } from './queries/photograph.ts'
