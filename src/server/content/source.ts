import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export type Fragment = {
  /** `/fee/index`: the address in the manifest. */
  view: string
  /** The text for every device, unless `sp` is there. */
  html: string
  sp?: string
}

export type Sources = { fragments: Fragment[]; drawings: Map<string, string> }

/** Reads an editor's folder: fragments mirror the URL, `drawings/` holds SVG files to set inline. */
export function readSources(contentFolder: string): Sources {
  const files = readdirSync(contentFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
  const read = (file: string) => readFileSync(join(contentFolder, file), 'utf8')
  const fragments = files
    .filter((file) => file.endsWith('.html') && !file.endsWith('.sp.html'))
    .map((file) => {
      const stem = file.slice(0, -'.html'.length)
      const sp = `${stem}.sp.html`
      return { view: `/${stem}`, html: read(file), ...(files.includes(sp) ? { sp: read(sp) } : {}) }
    })
  const drawings = files
    .filter((file) => file.startsWith('drawings/') && file.endsWith('.svg'))
    .map((file): [string, string] => [basename(file, '.svg'), inline(read(file))])
  return { fragments, drawings: new Map(drawings) }
}

/** Inside a page an SVG needs no namespace; as a file it does. */
function inline(svg: string): string {
  return svg.replace(' xmlns="http://www.w3.org/2000/svg"', '').trim()
}
