import { pages } from '#vocabulary/pages.ts'
import { attribute, descendants, type Element } from '#server/content/html-tree.ts'
import { demoMembers } from '#demo/seed/demo-members.ts'
import { tries } from '#tests/tries.ts'
import { fieldsOf, type Page } from '../browser-without-script.ts'
import { logIn, portalUrl } from './portal.ts'

export type Screen = {
  readonly address: string
  readonly page: Page
  /** The screen whose link led here; undefined where only the table of addresses or a form did. */
  readonly from: string | undefined
}

/** A page by what it shows, not by which bill or line. */
export function kindOf(address: URL | string): string {
  const { pathname, searchParams } = new URL(address, portalUrl)
  const path = pathname.replaceAll(/\d{4}-\d{2}|[a-z]+_[0-9a-z]{8,}|[A-Z]-[\w-]+/g, '*')
  return `${path}?${[...searchParams.keys()].toSorted().join('&')}&${searchParams.get('intent') ?? ''}`
}

const everyMember = demoMembers.map(({ loginId }) => loginId)
/** One line, three lines with users and requests, suspended, in review without a contract, without anything. */
const oneOfEachKind = ['sato', 'suzuki', 'takahashi', 'misaki', 'okada']
/** Whose every screen is walked: of each kind one, and in the long tests all of the demo. */
export const walkedMembers = tries({ usually: oneOfEachKind, long: everyMember })

const isFile = /\.(?:pdf|csv|json|zip|ics)$/

/** By links from the top two of each kind are opened, and so many in all. */
const BY_LINKS = { ofAKind: 2, most: 90 }
/** Then one of each kind that is left, until there are so many kinds. */
const MOST_KINDS = 160

type Step = { readonly url: URL; readonly from?: string }

const walks = new Map<string, Promise<Screen[]>>()

/**
 * The screens of my page that a demo member can open: first by links alone from the top, then every address of the
 * table, what their links lead to, and what forms that only ask lead to with the first answer to each question. Walked
 * once a run, for all that is asked of every screen.
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
  const opened = new Map<string, number>()
  const screens: Screen[] = []

  async function look(url: URL, ofAKind: number, from?: string) {
    const kind = kindOf(url)
    const before = opened.get(kind) ?? 0
    if (url.origin !== portalUrl || !/^\/mypage(?:\/|$)/.test(url.pathname)) return undefined
    if (isFile.test(url.pathname) || before >= ofAKind) return undefined
    opened.set(kind, before + 1)
    const address = url.pathname + url.search
    const page = await open(address)
    screens.push({ address, page, from })
    return page
  }

  const linked: Step[] = [{ url: new URL(pages.top, portalUrl), from: pages.top }]
  const asked: Step[] = []
  /** Opens what comes next, and notes where it leads: what is linked, and what its forms ask for. */
  async function goOn({ url, from: above }: Step, ofAKind: number) {
    const page = await look(url, ofAKind, above)
    if (page === undefined) return
    const from = url.pathname + url.search
    for (const { href } of page.links) linked.push({ url: new URL(href, page.url), from })
    asked.push(...askedBy(page).map((to) => ({ url: to })))
  }

  for (let next; screens.length < BY_LINKS.most && (next = linked.shift());)
    await goOn(next, BY_LINKS.ofAKind)
  for (const path of Object.values(pages)) await goOn({ url: new URL(path, portalUrl) }, 1)
  for (let next; opened.size < MOST_KINDS && (next = linked.shift() ?? asked.shift());)
    await goOn(next, 1)
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
