import { attribute, childElements, classesOf, elementsOf, textOf } from './html-tree.ts'
import type { Element } from './html-tree.ts'

export type Question = { question: string; answer: string }
export type Crumb = { name: string; path?: string }

/** What a page says about itself, read from its fragment (spec 2.2: title and description stand in
 * the leading span). */
export type FragmentFacts = {
  title: string
  description: string
  /** YYYY-MM-DD: day of the notice, or of the terms' last revision. */
  date?: string
  version?: string
  h1: string
  headings: { level: number; id?: string; text: string }[]
  ids: string[]
  questions: Question[]
  breadcrumb: Crumb[]
}

export function readFragment(html: string): FragmentFacts {
  const elements = elementsOf(html)
  const span = elements[0]
  const date = span && attribute(span, 'data-date')
  const version = span && attribute(span, 'data-version')
  const headings = elements.filter((element) => /^h[1-6]$/.test(element.tagName)).map(heading)
  return {
    title: (span && attribute(span, 'data-title')) ?? '',
    description: (span && attribute(span, 'data-description')) ?? '',
    date,
    version,
    h1: headings.find((entry) => entry.level === 1)?.text ?? '',
    headings,
    ids: elements.flatMap((element) => attribute(element, 'id') ?? []),
    questions:
      span && attribute(span, 'data-faq') !== undefined ? elements.flatMap(questionOf) : [],
    breadcrumb: elements.filter(isBreadcrumb).flatMap(crumbsOf),
  }
}

function heading(element: Element) {
  return {
    level: Number(element.tagName.slice(1)),
    id: attribute(element, 'id'),
    text: textOf(element),
  }
}

function questionOf(element: Element): Question[] {
  if (element.tagName !== 'details' || !classesOf(element).includes('accordion')) return []
  const [summary, ...answer] = childElements(element)
  if (summary === undefined) return []
  return [{ question: textOf(summary), answer: answer.map(textOf).join(' ') }]
}

function isBreadcrumb(element: Element): boolean {
  return element.tagName === 'nav' && classesOf(element).includes('breadcrumb')
}

function crumbsOf(nav: Element): Crumb[] {
  const items = childElements(nav).flatMap((list) => childElements(list))
  return items.map((item) => {
    const link = childElements(item).find((child) => child.tagName === 'a')
    return { name: textOf(item), path: link && attribute(link, 'href') }
  })
}
