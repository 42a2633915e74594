import { pages } from '#vocabulary/pages.ts'
import { attribute, descendants, type Element } from '#server/content/html-tree.ts'
import { fieldsOf, type Page } from '../browser-without-script.ts'
import { logIn, portalUrl } from './portal.ts'

export type Screen = { readonly address: string; readonly page: Page }

/** A page by what it shows, not by which bill or line: of each kind one is opened. */
const kindOf = ({ pathname, searchParams }: URL) =>
  `${pathname.replaceAll(/\d{4}-\d{2}|[a-z]+_[0-9a-z]{8,}|[A-Z]-[\w-]+/g, '*')}?${[...searchParams.keys()].toSorted().join('&')}&${searchParams.get('intent') ?? ''}`
const isFile = /\.(?:pdf|csv|json|zip|ics)$/
const MOST = 160

const walks = new Map<string, Promise<Screen[]>>()

/**
 * The screens of my page that a demo member can open: every address of the table, what their links lead to, and what
 * their forms that only ask lead to with the first answer to each question. Walked once a run.
 */
export function screensOf(loginId: string): Promise<Screen[]> {
  const known = walks.get(loginId)
  if (known) return known
  const walking = walk(loginId)
  walks.set(loginId, walking)
  return walking
}

async function walk(loginId: string): Promise<Screen[]> {
  const { open } = await logIn(loginId, pages.top)
  const waiting = Object.values(pages).map((path) => new URL(path, portalUrl))
  const opened = new Set<string>()
  const screens: Screen[] = []
  for (let url = waiting.shift(); url && screens.length < MOST; url = waiting.shift()) {
    if (url.origin !== portalUrl || !url.pathname.startsWith('/mypage')) continue
    if (isFile.test(url.pathname) || opened.has(kindOf(url))) continue
    opened.add(kindOf(url))
    const address = url.pathname + url.search
    const page = await open(address)
    if (!page.headers.get('content-type')?.startsWith('text/html')) continue
    screens.push({ address, page })
    for (const { href } of page.links) waiting.push(new URL(href, page.url))
    waiting.push(...askedBy(page))
  }
  return screens
}

/** Where the forms of a page lead that only ask. */
const askedBy = ({ elements, url }: Page): URL[] =>
  elements
    .filter((one) => one.tagName === 'form' && attribute(one, 'method') !== 'post')
    .map((form) => {
      const to = new URL(attribute(form, 'action') ?? url.href, url)
      to.search = new URLSearchParams(firstAnswers(fieldsOf(form, elements))).toString()
      return to
    })

function firstAnswers(fields: readonly Element[]): Record<string, string> {
  const answers: Record<string, string> = {}
  for (const field of fields) {
    const name = attribute(field, 'name')
    if (name === undefined || name in answers || attribute(field, 'disabled') !== undefined)
      continue
    const [option] = descendants(field).filter(
      (one) => one.tagName === 'option' && attribute(one, 'value') !== '',
    )
    const value = attribute(option ?? field, 'value')
    if (value !== undefined && value !== '') answers[name] = value
  }
  return answers
}
