import { defaultTreeAdapter, parseFragment } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode
export type Element = DefaultTreeAdapterTypes.Element

/** All elements of a fragment in document order, with their place in the source. */
export function elementsOf(html: string): Element[] {
  return collect(
    parseFragment(html, { sourceCodeLocationInfo: true, scriptingEnabled: false }).childNodes,
  )
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
