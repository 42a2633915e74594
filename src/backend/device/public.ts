/** What other areas may use of devices. */
export { redrawPhotograph } from './queries/photograph.ts'
export { storyAad, typedImeiAad } from './rows.ts'
