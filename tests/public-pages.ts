import { fileURLToPath } from 'node:url'
import { readSources } from '#server/content/source.ts'
import { pathOf } from '#server/content/view-path.ts'

/** The address of every page of the public site. */
export const publicPaths = readSources(
  fileURLToPath(new URL('../content', import.meta.url)),
).fragments.map(({ view }) => pathOf(view))
