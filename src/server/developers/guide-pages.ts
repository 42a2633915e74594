import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { fillPlaceholders, type Placeholder } from '../content/placeholder.ts'
import type { Fragment } from '../content/source.ts'
import { pathOf } from '../content/view-path.ts'
import { part } from './parts.ts'
import { plainPage, referencePage } from './reference-page.ts'

const folder = fileURLToPath(new URL('guide', import.meta.url))

/** What follows it in a text stands at the right. */
const STAGE = '<!-- stage -->'

/** The texts of this folder, with their lists filled in and the frame around them. */
export function guideFragments(): Fragment[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .toSorted()
    .map((file) => {
      const view = `/developers/${file.slice(0, -'.html'.length)}`
      const filled = fillPlaceholders(readFileSync(join(folder, file), 'utf8'), fill)
      const [lead = '', ...rest] = filled.split(/(?=<h1)/u)
      const path = pathOf(view)
      if (filled.includes('data-slot=')) return plainPage({ path, lead, text: rest.join('') })
      const [text = '', stage] = rest.join('').split(STAGE)
      return referencePage({
        path,
        lead,
        text,
        ...(stage !== undefined && { stage }),
      })
    })
}

/** Names of the site are filled in as on any page. */
function fill({ name, argument, text }: Placeholder): string | undefined {
  return name === 'developers' ? part(argument) : text
}
