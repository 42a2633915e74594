import { renderContent } from '#server/content/build.ts'
import { developerFragments } from '#server/developers/developers.ts'
import { checkContent } from '#server/content/check/check.ts'
import { htmlStandardFindings, withoutRepeats } from '#server/content/check/html-standard.ts'
import { readKnownPaths } from '#server/content/check/known-paths.ts'
import { linksFromEnvironment } from '#server/content/links.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { priceBookToday } from '#server/content/price-book.ts'
import { readSources } from '#server/content/source.ts'
import { pathOf } from '#server/content/view-path.ts'

const folder = process.argv[2] ?? 'content'
const sources = readSources(folder)
const forDevelopers = { fragments: developerFragments(), drawings: new Map<string, string>() }
const book = priceBookToday(publishedPrices)
const links = linksFromEnvironment({})

const known = readKnownPaths()
const paths = sources.fragments.map(({ view }) => pathOf(view))
const parts = [
  { part: sources, known },
  { part: forDevelopers, known: new Set([...known, ...paths]) },
]
const ours = parts.flatMap(({ part, known }) => checkContent(part, book, links, known))
const render = (part: typeof sources | typeof forDevelopers) =>
  ours.length === 0 ? renderContent(part, book, links) : []
const pages = withoutRepeats([...render(sources), ...render(forDevelopers)])
const findings = [...ours, ...(await htmlStandardFindings(pages))]

for (const { file, line, message } of findings)
  console.error(`${folder}/${file}:${line} ${message}`)
const count = sources.fragments.length + forDevelopers.fragments.length
console.log(`${count} content pages, ${findings.length} findings`)
if (findings.length > 0) process.exitCode = 1
