import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { antiForgery } from '#protocol/http.ts'
import { createApp } from '#server/app.ts'
import {
  attribute,
  classesOf,
  descendants,
  elementsOf,
  textOf,
  type Element,
} from '#server/content/html-tree.ts'
import { createCookies } from '#server/session/cookies.ts'
import { createPages } from '#server/pages/pages.ts'
import { buildPortal } from '../../tools/setup/build.ts'
import { root } from '../../tools/setup/root.ts'
import type { Harness } from './harness.ts'

type Member = { readonly secret: string; readonly token: string }
/** What is typed or chosen, by field name; several values tick several boxes. */
type Answers = Readonly<Record<string, string | readonly string[]>>

/** The built application over the harness's API and database. */
export async function openBuild({ services }: Harness) {
  await buildPortal(root, () => undefined)
  const build: ServerBuild = await import(pathToFileURL(join(root, 'build/server/index.js')).href)
  const app = createApp({
    services,
    pages: createPages({
      services,
      content: { get: () => undefined, paths: () => [], pages: () => [], search: () => [] },
      loadBuild: async () => build,
      mode: 'production',
    }),
    cookies: createCookies(services.config.PUBLIC_URL),
    origins: {
      platform: [],
      platformScripts: [],
      identityProvider: [],
      reporting: [],
      https: false,
    },
    health: async () => new Response(),
    isPublicPage: () => false,
    development: false,
  })
  return { app, build }
}

/**
 * The pages as the built server gives them to a browser without script: pages are opened, links followed and forms
 * filled, over the harness's API and database. Script, focus and layout need a browser (tests/e2e).
 */
export async function openPages(harness: Harness) {
  const { app } = await openBuild(harness)
  const { origin } = new URL(harness.services.config.PUBLIC_URL)

  /** A browser with the member's session; without one, a visitor's. */
  return function browse(member?: Member) {
    const jar = new Map<string, string>(
      member && [
        ['sid', member.secret],
        [antiForgery.cookie, member.token],
      ],
    )

    async function ask(url: URL, form?: URLSearchParams): Promise<Page> {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { Cookie: cookie, Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
      const answer = await app.request(
        url,
        form === undefined ? { headers } : { method: 'POST', headers, body: form },
      )
      for (const set of answer.headers.getSetCookie()) keep(set)
      const location = answer.headers.get('location')
      const next = location === null ? undefined : new URL(location, url)
      const isOurs = next?.origin === origin && !next.pathname.startsWith('/auth/')
      return next && isOurs ? ask(next) : pageOf(url, answer, next)
    }

    function keep(set: string) {
      const [pair = '', ...attributes] = set.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (attributes.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    }

    async function pageOf(url: URL, answer: Response, next: URL | undefined) {
      const elements = elementsOf(await answer.text())
      const [main] = elements.filter(({ tagName }) => tagName === 'main')
      const within = main === undefined ? elements : descendants(main)
      const named = (tag: string, name: string) => {
        const found = within.find((one) => one.tagName === tag && textOf(one).includes(name))
        if (found === undefined) throw new Error(`${url.href} has no ${tag} 「${name}」`)
        return found
      }
      return {
        status: answer.status,
        url,
        /** Where the answer leads outside of the pages: to the login, or to another site. */
        leadsTo: next?.href,
        title: titleOf(elements),
        text: main === undefined ? '' : textOf(main),
        /** The elements of the page's own part, in the order of the document. */
        elements: within,
        /** What is chosen or ticked, as `name=value`. */
        checked: within
          .filter((one) => attribute(one, 'checked') !== undefined)
          .map((one) => `${attribute(one, 'name')}=${attribute(one, 'value')}`),
        /** The sentences beside the fields. */
        fieldErrors: within.filter((one) => classesOf(one).includes('field__error')).map(textOf),
        links: within
          .filter(({ tagName }) => tagName === 'a')
          .map((link) => ({ text: textOf(link), href: attribute(link, 'href') ?? '' })),
        buttons: within.filter(({ tagName }) => tagName === 'button').map(textOf),
        /** What stands out as the one thing to press. */
        primary: within.filter((one) => classesOf(one).includes('button--primary')).map(textOf),
        follow: (name: string) => open(attribute(named('a', name), 'href') ?? '', url),
        /** Presses the button of the form it stands in. */
        press(name: string, answers: Answers = {}) {
          const button = named('button', name)
          const form = within.find(
            (one) => one.tagName === 'form' && descendants(one).includes(button),
          )
          if (form === undefined) throw new Error(`「${name}」 stands in no form`)
          const filled = filledIn(form, button, answers)
          const action = new URL(attribute(form, 'action') ?? url.href, url)
          if (attribute(form, 'method') === 'post') return ask(action, filled)
          action.search = filled.toString()
          return ask(action)
        },
      }
    }

    const open = (path: string, from = new URL(origin)) => ask(new URL(path, from))
    return { open, cookies: () => [...jar.keys()] }
  }
}

export type Page = {
  status: number
  url: URL
  leadsTo: string | undefined
  title: string
  text: string
  elements: Element[]
  checked: string[]
  fieldErrors: string[]
  links: { text: string; href: string }[]
  buttons: string[]
  primary: string[]
  follow: (name: string) => Promise<Page>
  press: (name: string, answers?: Answers) => Promise<Page>
}

function titleOf(elements: Element[]): string {
  const title = elements.find(({ tagName }) => tagName === 'title')
  return title === undefined ? '' : (textOf(title).split('｜')[0] ?? '')
}

/** The form as a browser would send it: what stands in its fields, what is chosen, and what is answered here. */
function filledIn(form: Element, button: Element, answers: Answers): URLSearchParams {
  const filled = new URLSearchParams()
  const fields = descendants(form)
  for (const field of fields) {
    const name = attribute(field, 'name')
    if (name === undefined || name in answers || !isSent(field, button)) continue
    for (const value of valuesOf(field)) filled.append(name, value)
  }
  for (const [name, answer] of Object.entries(answers)) {
    if (!fields.some((field) => attribute(field, 'name') === name))
      throw new Error(`The form asks for no 「${name}」`)
    for (const value of [answer].flat()) filled.append(name, value)
  }
  return filled
}

function isSent(field: Element, button: Element): boolean {
  if (attribute(field, 'disabled') !== undefined) return false
  if (field.tagName === 'button') return field === button
  const isChoice = ['radio', 'checkbox'].includes(attribute(field, 'type') ?? '')
  return !isChoice || attribute(field, 'checked') !== undefined
}

function valuesOf(field: Element): string[] {
  if (field.tagName !== 'select') return [attribute(field, 'value') ?? '']
  const options = descendants(field).filter(({ tagName }) => tagName === 'option')
  const chosen = options.find((one) => attribute(one, 'selected') !== undefined) ?? options[0]
  return chosen === undefined ? [] : [attribute(chosen, 'value') ?? '']
}
