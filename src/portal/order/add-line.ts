import { pages } from '#vocabulary/pages.ts'

/** For who has a contract already and wants another line: there is one contract a person. */
export const addLine = {
  sentence: '回線を増やすときは、マイページから手続きできます。',
  href: pages.simAdd,
}
