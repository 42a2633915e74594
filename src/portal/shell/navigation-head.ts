/** Marks the provider's tags in the head, so that they can be told from ours and taken out again. */
const MARK = 'data-navigation'

/**
 * The provider's head tags for the first answer (spec 3). Its stylesheets come from another host and must not hold the
 * page back: `boot.js` adds them when the page has been painted, and the browser itself where there is no script.
 * @param head cleaned: only `link rel="stylesheet"` and `meta`.
 */
export function headForDocument(head: string): string {
  const links = head.match(/<link [^>]*>/g)?.join('') ?? ''
  const metas = head.replaceAll(/<link [^>]*>/g, '').replaceAll('<meta ', `<meta ${MARK} `)
  return metas + (links && `<noscript ${MARK}>${links}</noscript>`)
}

/** Puts the tags of a navigation that was loaded later in the place of those before; none when it failed (spec 8). */
export function applyNavigationHead(head: string): void {
  const wanted = [
    ...new DOMParser().parseFromString(head, 'text/html').querySelectorAll('link, meta'),
  ]
  const present = [...document.head.querySelectorAll(`[${MARK}]`)]
  const keyOf = (element: Element) => element.getAttribute('href') ?? element.getAttribute('name')
  const wantedKeys = new Set(wanted.map(keyOf))
  const presentKeys = new Set(present.map(keyOf))
  for (const element of present) if (!wantedKeys.has(keyOf(element))) element.remove()
  for (const element of wanted) {
    if (presentKeys.has(keyOf(element))) continue
    element.setAttribute(MARK, '')
    document.head.append(element)
  }
}

/**
 * Resolves when the stylesheets that come after the paint have loaded or failed, the provider's and our own whole one;
 * false when that took too long (spec 8).
 */
export function lateStylesLoaded(timeoutMs: number): Promise<boolean> {
  const links = [
    ...document.querySelectorAll<HTMLLinkElement>(`link[${MARK}], link[data-whole-styles]`),
  ]
  const all = Promise.all(
    links
      .filter((link) => link.sheet === null)
      .map(
        (link) =>
          new Promise((resolve) => {
            link.addEventListener('load', resolve, { once: true })
            link.addEventListener('error', resolve, { once: true })
          }),
      ),
  )
  const tooLate = new Promise<false>((resolve) => setTimeout(resolve, timeoutMs, false))
  return Promise.race([all.then(() => true), tooLate])
}
