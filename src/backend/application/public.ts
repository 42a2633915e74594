/** What other areas, the server and the tools may use of applications. */
export {
  ONE_STOP_RETURN_PATH,
  ONE_STOP_START_PATH,
  type OneStopReturn,
} from './commands/bring-number.ts'
export { saveHolderProfile } from './commands/accept-application.ts'
export { applicationDecisionsJob, decideReview, showReview } from './commands/decide-application.ts'
export { comparedOf } from './commands/save-step.ts'
export { findPerson, lockPerson, personOf, readKnownHolder } from './queries/person.ts'
export { listReviews } from './queries/reviews.ts'
export { stationOf } from './queries/status.ts'
export { storedHolder } from './rows/answers.ts'
export { birthIndex, isBornThen } from './rows/applications.ts'
export { applicationCardAad, saveApplicationCard } from './rows/card.ts'
export { applicationTerms } from './terms.ts'
