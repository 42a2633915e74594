import {
  attribute,
  classesOf,
  descendants,
  elementsOf,
  textOf,
  type Element,
} from '#server/content/html-tree.ts'

/** What is typed or chosen, by field name; several values tick several boxes. */
type Answers = Readonly<Record<string, string | readonly string[] | File>>

export type Page = Awaited<ReturnType<Browser['open']>>
export type Browser = ReturnType<typeof openBrowser>

/**
 * A browser without script: it opens pages, follows links and redirects, fills in forms and keeps cookies (one jar, as
 * everything it visits is the same host). Script, focus and layout need a real one (tests/e2e).
 */
export function openBrowser({
  origin,
  send,
  isFollowed,
  cookies = {},
}: {
  /** Where addresses without a host lead. */
  origin: string
  send: (url: URL, init: RequestInit) => Promise<Response>
  /** The redirects that are followed; the others end the way, as `leadsTo`. */
  isFollowed: (url: URL) => boolean
  cookies?: Readonly<Record<string, string>>
}) {
  const jar = new Map(Object.entries(cookies))

  /** @param page whose link or button leads there; none where an address is typed */
  async function ask(url: URL, page?: URL, form?: URLSearchParams | FormData) {
    const from = page ?? new URL(origin)
    const headersTo = (to: URL) => ({
      Cookie: cookieHeader(),
      Origin: from.origin,
      'Sec-Fetch-Site': from.origin === to.origin ? 'same-origin' : 'same-site',
      ...(page && from.origin === to.origin ? { Referer: page.href } : {}),
    })
    const headers = headersTo(url)
    let at = url
    let answer = await send(url, form ? { method: 'POST', headers, body: form } : { headers })
    keepCookies(answer)
    for (let next = nextOf(at, answer); next && isFollowed(next); next = nextOf(at, answer)) {
      at = next
      answer = await send(at, { headers: headersTo(at) })
      keepCookies(answer)
    }
    return pageOf(at, answer)
  }

  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  function nextOf(url: URL, answer: Response): URL | undefined {
    const location = answer.headers.get('location')
    return location === null ? undefined : new URL(location, url)
  }

  function keepCookies(answer: Response) {
    for (const set of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = set.split(/; ?/)
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const isGone = attributes.some(
        (one) => /^max-age=0$/i.test(one) || /^expires=.* 1970 /i.test(one),
      )
      if (isGone) jar.delete(name)
      else jar.set(name, value)
    }
  }

  async function pageOf(url: URL, answer: Response) {
    const html = await answer.text()
    const elements = elementsOf(html)
    const [main] = elements.filter(({ tagName }) => tagName === 'main')
    const within = main === undefined ? elements : descendants(main)
    const named = (tag: string, name: string, scopes = within) => {
      const found = scopes.find((one) => one.tagName === tag && namesOf(one).includes(name))
      if (found === undefined) throw new Error(`${url.href} has no ${tag} 「${name}」`)
      return found
    }
    const scopesOf = (entry: string | undefined) =>
      entry === undefined
        ? within
        : within
            .filter((one) => /^(?:li|details)$/.test(one.tagName) && textOf(one).includes(entry))
            .flatMap(descendants)
    return {
      status: answer.status,
      headers: answer.headers,
      url,
      html,
      /** Where the answer leads without being followed: to the login, or to another site. */
      leadsTo: nextOf(url, answer)?.href,
      title: titleOf(elements),
      heading: within
        .filter(({ tagName }) => tagName === 'h1')
        .map(textOf)
        .join(),
      text: main === undefined ? '' : textOf(main),
      /** Every element of the document. */
      all: elements,
      /** The elements of the page's own part, in the order of the document. */
      elements: within,
      /** The words of every element of a class, in the order of the document. */
      textsOf: (className: string) =>
        within.filter((one) => classesOf(one).includes(className)).map(textOf),
      /** Where the links in elements of a class lead. */
      linksIn: (className: string) =>
        within
          .filter((one) => classesOf(one).includes(className))
          .flatMap(descendants)
          .flatMap((one) => (one.tagName === 'a' ? [attribute(one, 'href') ?? ''] : [])),
      /** The words of the part with that id. */
      textIn(id: string) {
        const part = within.find((one) => attribute(one, 'id') === id)
        if (part === undefined) throw new Error(`${url.href} has no #${id}`)
        return textOf(part)
      },
      /** What a summary says beside a term. */
      answerTo(term: string) {
        const asked = within.findIndex((one) => one.tagName === 'dt' && textOf(one) === term)
        const answer = within.slice(asked).find(({ tagName }) => tagName === 'dd')
        if (asked < 0 || answer === undefined) throw new Error(`${url.href} has no 「${term}」`)
        return textOf(answer)
      },
      /** The value of a field as it would be sent; of a group, the chosen ones. */
      valueOf: (field: string) =>
        within
          .filter((one) => attribute(one, 'name') === field && isSent(one, undefined))
          .flatMap(valuesOf)
          .join(),
      /** The value of the box or circle of a field whose label has these words. */
      choice(field: string, words: string) {
        const labels = within.filter(
          (one) => one.tagName === 'label' && textOf(one).includes(words),
        )
        const input = within.find(
          (one) =>
            attribute(one, 'name') === field &&
            labels.some(
              (label) =>
                descendants(label).includes(one) ||
                (attribute(label, 'for') ?? '') === attribute(one, 'id'),
            ),
        )
        if (input === undefined) throw new Error(`${url.href} has no ${field} 「${words}」`)
        return attribute(input, 'value') ?? 'on'
      },
      /** What is chosen or ticked, as `name=value`. */
      checked: within
        .filter((one) => attribute(one, 'checked') !== undefined)
        .map((one) => `${attribute(one, 'name')}=${attribute(one, 'value')}`),
      fieldLabels: within.filter(({ tagName }) => tagName === 'label').map(textOf),
      /** The sentences beside the fields. */
      fieldErrors: within.filter((one) => classesOf(one).includes('field__error')).map(textOf),
      links: within
        .filter(({ tagName }) => tagName === 'a')
        .map((link) => ({ text: textOf(link), href: attribute(link, 'href') ?? '' })),
      buttons: within.filter(({ tagName }) => tagName === 'button').map(textOf),
      /** The primary button or link. */
      primary: within.filter((one) => classesOf(one).includes('button--primary')).map(textOf),
      /** Follows a link; of several with that name, the one in the list entry with `entry`. */
      follow: (name: string, entry?: string) =>
        open(attribute(named('a', name, scopesOf(entry)), 'href') ?? '', url),
      /** Presses the button of its form; of several with that name, the one in the list entry or fold with `entry`. */
      press(name: string, answers: Answers = {}, entry?: string) {
        const button = named('button', name, scopesOf(entry))
        const formId = attribute(button, 'form')
        const form = within.find(
          (one) =>
            one.tagName === 'form' &&
            (formId === undefined
              ? descendants(one).includes(button)
              : attribute(one, 'id') === formId),
        )
        if (form === undefined) throw new Error(`「${name}」 is in no form`)
        const filled = filledIn(fieldsOf(form, within), button, answers)
        const action = new URL(attribute(form, 'action') ?? url.href, url)
        if (attribute(form, 'enctype') === 'multipart/form-data') return ask(action, url, filled)
        if (attribute(form, 'method') === 'post') return ask(action, url, wordsOf(filled))
        action.search = wordsOf(filled).toString()
        return ask(action, url)
      },
    }
  }

  const open = (path: string, from?: URL): ReturnType<typeof pageOf> =>
    ask(new URL(path, from ?? origin), from)
  /** As when a cookie has run out, or was cleared by hand. */
  const forget = (name: string) => void jar.delete(name)
  return { open, cookies: () => [...jar.keys()], cookieHeader, forget }
}

const namesOf = (element: Element) =>
  `${textOf(element)}\n${attribute(element, 'aria-label') ?? ''}`

function titleOf(elements: Element[]): string {
  const title = elements.find(({ tagName }) => tagName === 'title')
  return title === undefined ? '' : (textOf(title).split('｜')[0] ?? '')
}

/** What is within the form, and what stands elsewhere on the page and belongs to it by its `form`. */
export function fieldsOf(form: Element, page: readonly Element[]): Element[] {
  const id = attribute(form, 'id')
  const inside = descendants(form).filter((one) => (attribute(one, 'form') ?? id) === id)
  const outside = id === undefined ? [] : page.filter((one) => attribute(one, 'form') === id)
  return [...new Set([...inside, ...outside])]
}

/** The form as a browser would send it: the values of its fields, the choices made, and the answers given here. */
function filledIn(within: readonly Element[], button: Element, answers: Answers): FormData {
  const filled = new FormData()
  const fields = new Set([...within, button])
  for (const field of fields) {
    const name = attribute(field, 'name')
    if (name === undefined || name in answers || !isSent(field, button)) continue
    for (const value of valuesOf(field)) filled.append(name, value)
  }
  for (const [name, answer] of Object.entries(answers)) {
    if (![...fields].some((field) => attribute(field, 'name') === name))
      throw new Error(`The form asks for no 「${name}」`)
    for (const value of [answer].flat()) filled.append(name, value)
  }
  return filled
}

/** As a form without files is sent: of a file, its name. */
const wordsOf = (filled: FormData) =>
  new URLSearchParams(
    [...filled].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  )

function isSent(field: Element, button: Element | undefined): boolean {
  if (attribute(field, 'disabled') !== undefined) return false
  if (field.tagName === 'button') return field === button
  const isChoice = ['radio', 'checkbox'].includes(attribute(field, 'type') ?? '')
  return !isChoice || attribute(field, 'checked') !== undefined
}

function valuesOf(field: Element): string[] {
  if (field.tagName === 'textarea') return [textOf(field)]
  if (field.tagName !== 'select') return [attribute(field, 'value') ?? '']
  const options = descendants(field).filter(({ tagName }) => tagName === 'option')
  const chosen = options.find((one) => attribute(one, 'selected') !== undefined) ?? options[0]
  return chosen === undefined ? [] : [attribute(chosen, 'value') ?? '']
}
