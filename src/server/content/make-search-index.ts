import {
  attribute,
  childElements,
  classesOf,
  descendants,
  elementsOf,
  textOf,
} from './html-tree.ts'
import type { Element } from './html-tree.ts'
import type { RenderedPage } from './rendered-page.ts'
import { gramsOf, type SearchIndex, type Section } from './search-index.ts'

/** A word in a heading says more than one in the text below it. */
const HEADING_WEIGHT = 4
const PAGE_WEIGHT = 2

export function searchIndexOf(pages: readonly RenderedPage[]): SearchIndex {
  const sections = pages
    .filter(({ facts }) => facts.path !== '/sitemap.html')
    .flatMap(({ facts, html }) => sectionsOf(facts.path, facts.title, html.default))
  const grams = new Map<string, number[]>()
  for (const [index, { heading, page, text }] of sections.entries())
    for (const [gram, weight] of weightsOf(heading, page, text)) {
      const entries = grams.get(gram)
      if (entries) entries.push(index, weight)
      else grams.set(gram, [index, weight])
    }
  return { sections, grams: Object.fromEntries(grams) }
}

function weightsOf(heading: string, page: string, text: string): Map<string, number> {
  const weights = new Map<string, number>()
  const add = (words: string, weight: number) => {
    for (const gram of gramsOf(words)) weights.set(gram, (weights.get(gram) ?? 0) + weight)
  }
  add(heading, HEADING_WEIGHT)
  add(page, PAGE_WEIGHT)
  add(text, 1)
  return weights
}

function sectionsOf(path: string, page: string, html: string): Section[] {
  const sections: Section[] = [{ href: path, page, heading: page, text: '' }]
  const read = (element: Element) => {
    if (isNoText(element)) return
    const id = attribute(element, 'id')
    const question = element.tagName === 'details' ? childElements(element)[0] : undefined
    const folded =
      question && descendants(question).find((one) => attribute(one, 'id') !== undefined)
    if (folded) {
      const href = `${path}#${attribute(folded, 'id') ?? ''}`
      const text = childElements(element).slice(1).map(readText).join(' ')
      sections.push({ href, page, heading: textOf(folded), text })
    } else if (/^h[23]$/.test(element.tagName) && id !== undefined) {
      sections.push({ href: `${path}#${id}`, page, heading: textOf(element), text: '' })
    } else if (question) {
      const above = sections.at(-1)
      const text = childElements(element).slice(1).map(readText).join(' ')
      sections.push({ href: above?.href ?? path, page, heading: textOf(question), text })
    } else if (isBlock(element)) {
      for (const child of childElements(element)) read(child)
    } else {
      const last = sections.at(-1)
      if (last && element.tagName !== 'h1') last.text = `${last.text} ${readText(element)}`.trim()
    }
  }
  for (const element of topElements(html)) read(element)
  return sections.filter(({ text }) => text !== '')
}

function topElements(html: string): Element[] {
  const all = elementsOf(html)
  return all.filter(({ parentNode }) => parentNode?.nodeName === '#document-fragment')
}

/** What holds headings or questions; the rest is text. */
function isBlock(element: Element): boolean {
  return descendants(element).some(({ tagName }) => /^(h2|h3|details)$/.test(tagName))
}

/** The words of an element and a blank between its parts, without what is no text. */
function readText(element: Element): string {
  const parts = childElements(element)
  if (!parts.some((part) => isNoText(part) || /^(li|p|div|dt|dd|tr|th|td)$/.test(part.tagName)))
    return textOf(element)
  return parts
    .filter((part) => !isNoText(part))
    .map(readText)
    .join(' ')
}

function isNoText(element: Element): boolean {
  return (
    /^(nav|aside|svg|button|form|thead|caption)$/.test(element.tagName) ||
    attribute(element, 'hidden') !== undefined ||
    classesOf(element).some((name) => name === 'toc' || name === 'support-tasks')
  )
}
