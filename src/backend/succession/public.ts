/** What other areas, resealing and staff's tool may use of successions. */
export {
  decideSuccession,
  showSuccession,
  successionDecisionsJob,
  type StaffDecision,
} from './commands/decide-by-staff.ts'
export { listSuccessions } from './queries/view.ts'
export { saveSuccessionCard } from './rows/card.ts'
