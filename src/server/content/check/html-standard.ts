import { createRequire } from 'node:module'
import { MLEngine } from 'markuplint'
import type { RenderedPage } from '../rendered-page.ts'
import {
  attribute,
  childElements,
  descendants,
  hasOwnText,
  rootElements,
  withEdits,
  type Edit,
  type Element,
} from '../html-tree.ts'
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

/** What differs only in its value from one element to the next. Ids that stand twice are found by our own rules. */
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
  'width',
  'height',
])

const shapes = new WeakMap<Element, string>()

/** An element as the rules look at it: its attributes, whether it has text of its own, and each kind of element in it once. */
function shapeOf(element: Element): string {
  const known = shapes.get(element)
  if (known !== undefined) return known
  const own = element.attrs.map(({ name, value }) =>
    valued.has(name) || /^(data-|aria-)/.test(name) ? name : `${name}=${value}`,
  )
  const within = new Set(childElements(element).map(shapeOf))
  const text = hasOwnText(element) ? 'text' : ''
  const shape = `<${element.tagName} ${own.toSorted().join(' ')}>${text}${[...within].join('')}</>`
  shapes.set(element, shape)
  return shape
}

/** What may hold anything or nothing: no rule asks how many there are of what. */
const holdsAnything = new Set(['div', 'section', 'article', 'aside', 'nav', 'li', 'dd', 'figure'])

/**
 * The pages without what the rules would be asked a second time: of elements that stand side by side the first of each
 * shape, of those in the same kinds of containers the first of all pages; headings are in an order, and stay. markuplint takes
 * four milliseconds for an element, and most of ten thousand repeat another. Lines keep their numbers; all of every page is
 * asked in tests/long/content-pages.test.ts.
 */
export function withoutRepeats(pages: readonly Page[]): Page[] {
  const seen = new Map<string, Set<string>>()
  return pages.flatMap(({ facts, html }) => {
    const text = html.default
    const targets = new Set(
      [...text.matchAll(/(?:href="#|for="|aria-[a-z]+=")([^"]+)/g)].map(([, id]) => id),
    )
    const roots = rootElements(text)
    const repeats = repeatsAmong(roots, { within: '', seen, targets })
    if (roots.every((root) => repeats.includes(root))) return []
    const edits = repeats.flatMap((element) => blank(text, element))
    return [{ facts, html: { ...html, default: withEdits(text, edits) } }]
  })
}

type Asked = {
  /** The containers around the siblings, the outermost first; undefined where they are no mere containers. */
  readonly within: string | undefined
  /** The shapes that the rules are asked already, in each kind of containers. */
  readonly seen: Map<string, Set<string>>
  /** Ids that something on the page points at: they stay. */
  readonly targets: ReadonlySet<string | undefined>
}

function repeatsAmong(siblings: readonly Element[], { within, seen, targets }: Asked): Element[] {
  const shapes = within === undefined ? new Set<string>() : (seen.get(within) ?? new Set<string>())
  if (within !== undefined) seen.set(within, shapes)
  return siblings.flatMap((element) => {
    const shape = shapeOf(element)
    const isTarget = [element, ...descendants(element)].some((one) =>
      targets.has(attribute(one, 'id')),
    )
    const stays = isTarget || /^h[1-6]$/.test(element.tagName)
    if (shapes.has(shape) && !stays) return [element]
    shapes.add(shape)
    if (stayTogether(element)) return []
    const isContainer = within !== undefined && holdsAnything.has(element.tagName)
    const inside = isContainer ? `${within}>${element.tagName}` : undefined
    return repeatsAmong(childElements(element), { within: inside, seen, targets })
  })
}

/** Cells are counted, a cell may reach over rows, and words among elements make one text with them. */
function stayTogether(element: Element): boolean {
  const isCounted = element.tagName === 'tr' || shapeOf(element).includes('rowspan=')
  return isCounted || hasOwnText(element)
}

function blank(text: string, { sourceCodeLocation }: Element): Edit[] {
  if (!sourceCodeLocation) return []
  const { startOffset: start, endOffset: end } = sourceCodeLocation
  return [{ start, end, text: text.slice(start, end).replace(/[^\n]+/g, '') }]
}
