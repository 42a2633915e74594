/** What a person types, by the name of the field. */
export type Typed = Readonly<Record<string, string>>

const MOST_PAGES = 20

/** A browser as far as a login needs one: it keeps cookies, follows redirects, and fills in the forms that it meets. */
export function createBrowser(typed: Typed) {
  const cookies = new Map<string, string>()
  const seen: string[] = []

  async function load(url: URL, body?: URLSearchParams) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0|expires=thu, 01[- ]jan[- ]1970/i.test(line))
        cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  return {
    /** Addresses that were met, without what they ask. */
    seen,
    /**
     * Goes from page to page until one lies at the other site, which is not asked for.
     * @throws Error with the last page where that never comes
     */
    async goUntil(start: string, site: string): Promise<URL> {
      let url = new URL(start)
      let body: URLSearchParams | undefined
      for (let page = 0; page < MOST_PAGES; page += 1) {
        if (url.href.startsWith(site)) return url
        seen.push(`${body ? 'POST' : 'GET'} ${url.pathname}`)
        const answer = await load(url, body)
        const location = answer.headers.get('location')
        body = undefined
        if (location !== null) {
          url = new URL(location, url)
          continue
        }
        const html = await answer.text()
        const form = formIn(html, typed)
        if (form === undefined) throw new Error(`${answer.status} ${url.href}\n${textOf(html)}`)
        url = new URL(form.action || url.href, url)
        body = form.fields
      }
      throw new Error(`no end: ${seen.join(', ')}`)
    },
  }
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)?.slice(1).find(Boolean)

const unescaped = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x3D;', '=')

/** The first form that posts, filled in; undefined where there is none. */
function formIn(html: string, typed: Typed) {
  const [, head = '', inner] =
    /<form\b([^>]*method="?post[^>]*)>([\s\S]*?)<\/form>/i.exec(html) ?? []
  if (inner === undefined) return undefined
  const fields = new URLSearchParams()
  for (const [tag] of inner.matchAll(/<input\b[^>]*>/gi)) {
    const name = attribute(tag, 'name')
    if (name === undefined || /type="?(checkbox|submit)/i.test(tag)) continue
    fields.set(name, typed[name] ?? unescaped(attribute(tag, 'value') ?? ''))
  }
  return { action: unescaped(attribute(head, 'action') ?? ''), fields }
}

const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 600)
