import { renderContent } from '../build.ts'
import type { PriceBook } from '../figures.ts'
import { readFragment } from '../fragment.ts'
import type { ContentLinks } from '../links.ts'
import { pageText } from '../page-text.ts'
import { fillPlaceholders, UnknownPlaceholder } from '../placeholder.ts'
import type { Sources } from '../source.ts'
import { linkRules } from './links.ts'
import type { KnownPaths } from './links.ts'
import { markupRules } from './markup.ts'
import { checkedPage } from './page.ts'
import type { CheckedPage, Finding } from './page.ts'
import { structureRules } from './structure.ts'
import { wordRules } from './words.ts'

/** Everything wrong with the fragments, by file and line. Pages with an unknown placeholder are
 * reported for that alone, since nothing can be said of a page that cannot be built. */
export function checkContent(
  sources: Sources,
  book: PriceBook,
  links: ContentLinks,
  known: KnownPaths,
): Finding[] {
  const broken = sources.fragments.flatMap(({ view, html }) =>
    unknownPlaceholder(`${view.slice(1)}.html`, html, sources, book, links),
  )
  if (broken.length > 0) return broken
  const pages = readPages(sources, book, links)
  const rules = [...structureRules, ...markupRules, ...wordRules, ...linkRules(pages, known)]
  return [...pages.flatMap((page) => rules.flatMap((rule) => rule(page))), ...sameTitles(pages)]
}

function unknownPlaceholder(
  file: string,
  html: string,
  { drawings }: Sources,
  book: PriceBook,
  links: ContentLinks,
): Finding[] {
  try {
    fillPlaceholders(html, pageText({ book, links, drawings, pages: [] }))
    return []
  } catch (error) {
    if (!(error instanceof UnknownPlaceholder)) throw error
    return [{ file, line: error.line, message: error.message }]
  }
}

function readPages(sources: Sources, book: PriceBook, links: ContentLinks): CheckedPage[] {
  const sourceOf = new Map(sources.fragments.map((fragment) => [fragment.view, fragment]))
  return renderContent(sources, book, links).flatMap(({ facts, html }) => {
    const source = sourceOf.get(facts.view)
    const file = `${facts.view.slice(1)}.html`
    const desktop = checkedPage(
      file,
      source?.html ?? '',
      facts,
      readFragment(html.default).headings,
    )
    if (source?.sp === undefined) return [desktop]
    const phone = { ...facts, ids: readFragment(html.sp).ids }
    const phoneFile = file.replace(/html$/, 'sp.html')
    return [desktop, checkedPage(phoneFile, source.sp, phone, readFragment(html.sp).headings)]
  })
}

function sameTitles(pages: CheckedPage[]): Finding[] {
  const desktop = pages.filter((page) => !page.file.endsWith('.sp.html'))
  const byTitle = Map.groupBy(desktop, (page) => page.rendered.title)
  return [...byTitle].flatMap(([title, same]) =>
    same.slice(1).map(({ file }) => ({
      file,
      line: 1,
      message: `title「${title}」is also the title of ${same[0]?.file}`,
    })),
  )
}
