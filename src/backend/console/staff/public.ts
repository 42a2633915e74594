export { STAFF_ATTEMPT_SECONDS } from './commands/log-in.ts'
export { namesOfStaff } from './queries/people.ts'
