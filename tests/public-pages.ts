import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readSources } from '#server/content/source.ts'
import { pathOf } from '#server/content/view-path.ts'

const ofContent = readSources(fileURLToPath(new URL('../content', import.meta.url))).fragments.map(
  ({ view }) => pathOf(view),
)

/** A test holds the list to the pages (src/server/developers). */
const forDevelopers = readFileSync(
  new URL('../src/server/developers/addresses.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')

/** The address of every page of the public site. */
export const publicPaths = [...ofContent, ...forDevelopers]

/** Every kind of page, and all of them that have a form. The rest are texts in the same frame. */
export const publicKinds = [
  '/',
  '/agreement/mobile.html',
  '/beginner',
  '/developers',
  '/developers/reference/couponEstimateGet.html',
  '/doc/terminallist.html',
  '/fee',
  '/info',
  '/info/notice261116.html',
  '/legal/privacy.html',
  '/option',
  '/order',
  '/support',
  '/talk/top.html',
]
