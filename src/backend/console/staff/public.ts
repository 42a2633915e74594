export { STAFF_ATTEMPT_SECONDS } from './commands/log-in.ts'
export { nameOfStaff, namesOfStaff } from './queries/people.ts'
