import { renderContent } from '#server/content/build.ts'
import { checkContent } from '#server/content/check/check.ts'
import { htmlStandardFindings } from '#server/content/check/html-standard.ts'
import { readKnownPaths } from '#server/content/check/known-paths.ts'
import { linksFromEnvironment } from '#server/content/links.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { priceBookToday } from '#server/content/price-book.ts'
import { readSources } from '#server/content/source.ts'

const folder = process.argv[2] ?? 'content'
const sources = readSources(folder)
const book = priceBookToday(publishedPrices)
const links = linksFromEnvironment({})

const ours = checkContent(sources, book, links, readKnownPaths())
const pages = ours.length === 0 ? renderContent(sources, book, links) : []
const findings = [...ours, ...(await htmlStandardFindings(pages))]

for (const { file, line, message } of findings)
  console.error(`${folder}/${file}:${line} ${message}`)
console.log(`${sources.fragments.length} content pages, ${findings.length} findings`)
if (findings.length > 0) process.exitCode = 1
