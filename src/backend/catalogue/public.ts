/** What other areas may use of the catalogue. */
export { monthlyYen } from './queries/figures.ts'
export { findTerminals } from './queries/terminals.ts'
