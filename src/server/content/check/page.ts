import type { RenderedPage } from '../rendered-page.ts'
import { elementsOf, lineOf } from '../html-tree.ts'
import type { Element } from '../html-tree.ts'

export type Finding = { file: string; line: number; message: string }

/** One source file with what came of it: rules read the source, so that they can name the line. */
export type CheckedPage = {
  file: string
  source: string
  elements: Element[]
  rendered: RenderedPage['facts']
  headings: { level: number; text: string }[]
}

export type Rule = (page: CheckedPage) => Finding[]

export function checkedPage(
  file: string,
  source: string,
  rendered: RenderedPage['facts'],
  headings: CheckedPage['headings'],
): CheckedPage {
  return { file, source, elements: elementsOf(source), rendered, headings }
}

export function findingAt(page: CheckedPage, element: Element, message: string): Finding {
  return { file: page.file, line: lineOf(element), message }
}
