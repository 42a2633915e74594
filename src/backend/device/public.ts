/** What other areas may use of devices. */
export { redrawPhotograph } from './queries/photograph.ts'
export { imeiAad, pictureAad, smallAad, storyAad, typedImeiAad } from './rows.ts'
