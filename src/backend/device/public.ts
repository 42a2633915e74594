/** What other areas may use of devices. */
export { redrawPhotograph } from './queries/photograph.ts'
