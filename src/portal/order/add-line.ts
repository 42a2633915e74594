import { pages } from '#vocabulary/pages.ts'

/** Shown to a person who has a contract already: there is one contract a person, and it takes more lines. */
export const addLine = {
  sentence: '回線を増やすときは、マイページから手続きできます。',
  href: pages.simAdd,
}
