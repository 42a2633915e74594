import { createRequire } from 'node:module'
import { MLEngine } from 'markuplint'
import type { RenderedPage } from '../rendered-page.ts'
import { childElements, elementsOf, type Element } from '../html-tree.ts'
import type { Finding } from './page.ts'

/** By its file: by its name markuplint seeks it under a percent-encoded path, in vain where a folder has a space. */
function preset(name: string): string {
  const { resolve } = createRequire(import.meta.resolve('markuplint'))
  return resolve(`@markuplint/config-presets/preset.${name}.json`)
}

/**
 * A fragment is no whole document: its h1 and its place in the outline are checked by our own rules. Accessible names are
 * axe's (tests/e2e/public-axe.e2e.ts), on every page as it is shown; here they would take more than half of the time.
 */
const config = {
  extends: [preset('html-standard'), preset('a11y')],
  rules: { 'required-h1': false, 'require-accessible-name': false },
}

type Page = Pick<RenderedPage, 'html'> & { facts: { view: string } }

/** What the HTML standard and WAI-ARIA say of the built text, by markuplint. */
export async function htmlStandardFindings(pages: Page[]): Promise<Finding[]> {
  const engine = await MLEngine.fromCode('', { name: 'page.html', config, noSearchConfig: true })
  const findings: Finding[] = []
  for (const { facts, html } of pages) {
    await engine.setCode(html.default)
    const result = await engine.exec()
    for (const { line, message, ruleId } of result?.violations ?? []) {
      const text = `${ruleId}: ${message} (line of the built page)`
      findings.push({ file: `${facts.view.slice(1)}.html`, line, message: text })
    }
  }
  await engine.close()
  return findings
}

/** What differs only in its value from one page to the next. */
const valued = new Set([
  'id',
  'href',
  'class',
  'title',
  'datetime',
  'content',
  'lang',
  'src',
  'alt',
])

/** An element as the rules look at it: its attributes, and which elements follow each other in it. */
function shapeOf(element: Element): string {
  const own = element.attrs.map(({ name, value }) =>
    valued.has(name) || /^(data-|aria-)/.test(name) ? name : `${name}=${value}`,
  )
  const within = childElements(element).map(({ tagName }) => tagName)
  const once = within.filter((name, n) => name !== within[n - 1])
  return `${element.tagName} ${own.toSorted().join(' ')}: ${once.join(' ')}`
}

/**
 * Of pages that a program writes, those with markup that none before them has: what the standard says of one is said of
 * all of its kind, and markuplint takes a third of a second for each.
 */
export function differing<Page extends Pick<RenderedPage, 'html'>>(pages: readonly Page[]): Page[] {
  const seen = new Set<string>()
  return pages.filter(({ html }) => {
    const fresh = elementsOf(html.default)
      .map(shapeOf)
      .filter((shape) => !seen.has(shape))
    fresh.forEach((shape) => seen.add(shape))
    return fresh.length > 0
  })
}
