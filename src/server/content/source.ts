import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export type Fragment = {
  /** `/fee/index`: the address in the manifest. */
  view: string
  /** The text for every device, unless `sp` is there. */
  html: string
  sp?: string
}

export type Sources = { fragments: Fragment[]; drawings: Map<string, string> }

/** Reads an editor's folder, whose fragments mirror the URL, and the drawings of the design system they may name. */
export function readSources(contentFolder: string): Sources {
  const files = filesOf(contentFolder)
  const read = (file: string) => readFileSync(join(contentFolder, file), 'utf8')
  const fragments = files
    .filter((file) => file.endsWith('.html') && !file.endsWith('.sp.html'))
    .map((file) => {
      const stem = file.slice(0, -'.html'.length)
      const sp = `${stem}.sp.html`
      return { view: `/${stem}`, html: read(file), ...(files.includes(sp) ? { sp: read(sp) } : {}) }
    })
  return { fragments, drawings: readDrawings(join(contentFolder, '..', 'src/ui/drawing')) }
}

function readDrawings(folder: string): Map<string, string> {
  const files = existsSync(folder) ? filesOf(folder) : []
  return new Map(
    files
      .filter((file) => file.endsWith('.svg'))
      .map((file) => [basename(file, '.svg'), readFileSync(join(folder, file), 'utf8')]),
  )
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
}
