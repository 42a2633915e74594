export { namesOfStaff } from './queries/people.ts'
