import { fileURLToPath } from 'node:url'
import { readSources } from '#server/content/source.ts'
import { pathOf } from '#server/content/view-path.ts'

/** The address of every page of the public site. */
export const publicPaths = readSources(
  fileURLToPath(new URL('../content', import.meta.url)),
).fragments.map(({ view }) => pathOf(view))

/** Every kind of page, and all of them that have a form. The rest are texts in the same frame. */
export const publicKinds = [
  '/',
  '/agreement/mobile.html',
  '/beginner',
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
