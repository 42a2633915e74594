import { foldText } from '#vocabulary/kana.ts'
import type { SiteHit } from '#portal/context.ts'
import { otherWords } from './search-words.ts'
import { gramsOf, type SearchIndex, type Section } from './search-index.ts'

const MOST_HITS = 20
const MOST_OF_A_PAGE = 3
const LONGEST_QUERY = 80
const EXCERPT = 90
/** How much of a word must be there: an ending may differ, a Latin name may not. */
const ENOUGH = 0.6

/** How a question ends; what comes before it is asked for. */
const politeEnd =
  /(?<=.)(?:したい(?:です)?|する(?:には)?|の?(?:方法|仕方|しかた)|とは|について|ですか|しますか)$/

/** The places of the site that answer a question, the best first; words the pages do not have bring fewer, not none. */
export function searchSite(index: SearchIndex, typed: string): SiteHit[] {
  const words = typed
    .slice(0, LONGEST_QUERY)
    .split(/[\s、。,.?？]+/u)
    .map((word) => word.replace(politeEnd, ''))
    .filter((word) => gramsOf(word).length > 0)
  const scores = words.map((word) => scoresOf(index, word))
  const all = index.sections.map((section, at) => ({
    section,
    score: scores.reduce((sum, found) => sum + (found.get(at) ?? 0), 0) * weightOf(section),
    whole: scores.every((found) => found.has(at)),
  }))
  const found = all.filter(({ score }) => score > 0)
  const sorted = found.toSorted((a, b) => Number(b.whole) - Number(a.whole) || b.score - a.score)
  return fewOfAPage(sorted.map(({ section }) => section))
    .slice(0, MOST_HITS)
    .map(({ href, page, heading, text }) => ({
      href,
      page,
      heading,
      excerpt: excerptOf(text, words),
    }))
}

/** A word, and what the pages may call it, by section. */
function scoresOf(index: SearchIndex, word: string): Map<number, number> {
  const asked = foldText(word)
  const instead = otherWords.flatMap(([said, name]) => (said.test(asked) ? [name] : []))
  const found = new Map<number, number>()
  for (const [at, one] of [asked, ...instead].entries())
    for (const [section, score] of matchesOf(index, one)) {
      const worth = at === 0 ? score : score * 0.9
      if (worth > (found.get(section) ?? 0)) found.set(section, worth)
    }
  return found
}

function matchesOf({ sections, grams }: SearchIndex, word: string): Map<number, number> {
  const wanted = [...new Set(gramsOf(word))]
  const rarity = new Map(wanted.map((gram) => [gram, rarityOf(grams[gram], sections.length)]))
  const total = rarity.values().reduce((sum, value) => sum + value, 0)
  const matched = new Map<number, { covered: number; score: number }>()
  for (const [gram, rare] of rarity) {
    const entries = grams[gram] ?? []
    for (let at = 0; at < entries.length; at += 2) {
      const [section = 0, weight = 0] = entries.slice(at, at + 2)
      const so = matched.get(section) ?? { covered: 0, score: 0 }
      const score = so.score + (rare * weight * 2.2) / (weight + 1.2)
      matched.set(section, { covered: so.covered + rare, score })
    }
  }
  const enough = /^[\w+]+$/.test(foldText(word)) ? 1 : ENOUGH
  return new Map(
    matched
      .entries()
      .filter(([, { covered }]) => covered >= total * enough - 1e-9)
      .map(([section, { covered, score }]) => [
        section,
        score * (covered / total) ** 2 * (isIn(sections[section]?.heading, word) ? 1.5 : 1),
      ]),
  )
}

function rarityOf(entries: readonly number[] | undefined, sections: number): number {
  return Math.log(1 + sections / (1 + (entries?.length ?? 0) / 2))
}

function isIn(heading: string | undefined, word: string): boolean {
  return foldText(heading ?? '').includes(foldText(word))
}

/** Help comes before terms, and what holds today before old notices. */
function weightOf({ href }: Section): number {
  if (/^\/(support|apn)/.test(href)) return 1.3
  return /^\/(agreement|terms|legal|info|history|talk\/agreement|privacy)/.test(href) ? 0.5 : 1
}

function fewOfAPage(sections: readonly Section[]): Section[] {
  const seen = new Map<string, number>()
  return sections.filter(({ page, href }) => {
    const count = (seen.get(page) ?? 0) + 1
    seen.set(page, count)
    const isTwice = seen.has(href)
    seen.set(href, 1)
    return count <= MOST_OF_A_PAGE && !isTwice
  })
}

/** The text around the first word of the question, cut into what was asked for and what stands beside it. */
function excerptOf(text: string, words: readonly string[]): SiteHit['excerpt'] {
  const lower = text.toLowerCase()
  const at = words.map((word) => lower.indexOf(word.toLowerCase())).find((place) => place >= 0) ?? 0
  const from = Math.max(0, at - 24)
  const cut = text.slice(from, from + EXCERPT)
  const whole = `${from > 0 ? '…' : ''}${cut}${from + EXCERPT < text.length ? '…' : ''}`
  const asked = new RegExp(`(${words.map((word) => RegExp.escape(word)).join('|')})`, 'gi')
  return whole
    .split(asked)
    .map((part, index) => ({ text: part, isAsked: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
