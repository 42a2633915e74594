import { defaultTreeAdapter, parseFragment } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element

/** All elements of a fragment in document order, with their place in the source. */
export function elementsOf(html: string): Element[] {
  return collect(parse(html))
}

/** The outermost elements of a fragment. */
export function rootElements(html: string): Element[] {
  return parse(html).filter((node) => defaultTreeAdapter.isElementNode(node))
}

/** Whether words stand in the element itself, beside its elements. */
export function hasOwnText(element: Element): boolean {
  return element.childNodes.some(
    (node) => defaultTreeAdapter.isTextNode(node) && node.value.trim() !== '',
  )
}

/** A stretch of text as the source spells it, with the elements around it, the innermost last. */
export type SourceText = { start: number; end: number; text: string; inside: Element[] }

/** All text of a fragment in document order; what is put into the source at these places changes nothing around it. */
export function sourceTexts(html: string): SourceText[] {
  const read = (nodes: Node[], inside: Element[]): SourceText[] =>
    nodes.flatMap((node) => {
      if (defaultTreeAdapter.isElementNode(node)) return read(node.childNodes, [...inside, node])
      const location = node.sourceCodeLocation
      if (!defaultTreeAdapter.isTextNode(node) || !location) return []
      const { startOffset: start, endOffset: end } = location
      return [{ start, end, text: html.slice(start, end), inside }]
    })
  return read(parse(html), [])
}

export type Edit = { start: number; end: number; text: string }

/** The source with some of its stretches replaced; everything else stays as it was written. */
export function withEdits(html: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), html)
}

function parse(html: string): Node[] {
  return parseFragment(html, { sourceCodeLocationInfo: true, scriptingEnabled: false }).childNodes
}

function collect(nodes: Node[]): Element[] {
  return nodes
    .filter((node) => defaultTreeAdapter.isElementNode(node))
    .flatMap((element) => [element, ...collect(element.childNodes)])
}

export function childElements(element: Element): Element[] {
  return element.childNodes.filter((node) => defaultTreeAdapter.isElementNode(node))
}

export function descendants(element: Element): Element[] {
  return collect(element.childNodes)
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((entry) => entry.name === name)?.value
}

export function classesOf(element: Element): string[] {
  return (attribute(element, 'class') ?? '').split(/\s+/).filter((name) => name !== '')
}

/** The words a reader sees, white space folded. */
export function textOf(element: Element): string {
  return element.childNodes.map(rawText).join('').replace(/\s+/g, ' ').trim()
}

function rawText(node: Node): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value
  if (defaultTreeAdapter.isElementNode(node)) return node.childNodes.map(rawText).join('')
  return ''
}

export function lineOf(element: Element): number {
  return element.sourceCodeLocation?.startLine ?? 1
}
