/** What other areas may use of devices. */
export { redrawPhotograph } from './queries/photograph.ts'
export { pictureAad, smallAad, storyAad, typedImeiAad } from './rows.ts'
