export { STAFF_ATTEMPT_SECONDS } from './commands/log-in.ts'
export { nameOfStaff, namesOfStaff, otherColleagues } from './queries/people.ts'
