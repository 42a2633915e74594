import { attribute } from '../html-tree.ts'
import { viewOf } from '../view-path.ts'
import { findingAt } from './page.ts'
import type { CheckedPage, Rule } from './page.ts'

/** Addresses that are no fragment but answer: screens of the app and files of the build. */
export type KnownPaths = Set<string>

/** Every address in a fragment leads somewhere: to a page and an id on it, a screen, or a file. */
export function linkRules(pages: CheckedPage[], known: KnownPaths): Rule[] {
  const idsOf = new Map(pages.map((page) => [page.rendered.view, new Set(page.rendered.ids)]))
  return [
    (page) =>
      page.elements.flatMap((element) => {
        const address = ['href', 'src', 'action']
          .map((name) => attribute(element, name))
          .find((value) => value !== undefined)
        const problem = address === undefined ? undefined : problemOf(address, page, idsOf, known)
        return problem === undefined ? [] : [findingAt(page, element, `${address}: ${problem}`)]
      }),
  ]
}

function problemOf(
  address: string,
  page: CheckedPage,
  idsOf: Map<string, Set<string>>,
  known: KnownPaths,
): string | undefined {
  if (/^(https?:|mailto:|tel:|\{\{)/.test(address)) return undefined
  const [beforeHash = '', anchor] = address.split('#')
  const path = beforeHash.split('?')[0] ?? ''
  if (path !== '' && !path.startsWith('/')) return 'links are root-relative'
  if (known.has(path)) return undefined
  const ids = idsOf.get(path === '' ? page.rendered.view : (viewOf(path) ?? ''))
  if (ids === undefined) return 'there is no such page'
  if (anchor !== undefined && !ids.has(anchor)) return 'there is no such id on that page'
  return undefined
}
