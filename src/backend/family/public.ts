/** What other areas may use of the family. */
export { findRelative, readRelatives, type Relative } from './queries/relatives.ts'
export { nameOfRole, rolesOf, userOfLine } from './rows.ts'
