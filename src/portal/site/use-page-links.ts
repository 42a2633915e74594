import { useCallback, type MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { scrollToId } from '#portal/shell/smooth-scroll.ts'

type LinkKind = 'new-window' | 'full-load' | 'anchor' | 'in-app'

/** Another origin or scheme; answered by other layers of the server; a file that is no page (ours). */
const elsewhere = /^([a-z][a-z\d+.-]*:|\/\/)/i
/** My page, and the order from its first page on: their sheet is not the public pages' own. */
const memberArea = /^\/?(mypage|order(?=[/?#]|$))/
const notAPage = /^\/(api|auth|assets|gallery)(\/|$)|^[^?#]*\.(?!html(?:[?#]|$))[a-z\d]+(?:[?#]|$)/i

/**
 * What a link in a static page, the header or the footer does (spec 2.2): a target opens a window; absolute addresses
 * and the member area load a page; '#' scrolls; everything else stays in the app.
 */
export function linkKind(href: string, target: string): LinkKind {
  if (target !== '' && target !== '_self') return 'new-window'
  if (elsewhere.test(href) || memberArea.test(href)) return 'full-load'
  if (href.startsWith('#')) return 'anchor'
  return notAPage.test(href) ? 'full-load' : 'in-app'
}

/** Spec 9: between the click on '#…' and the scroll. */
export const ANCHOR_DELAY_MS = 100

/** Follows the plain anchors inside an element by the rules of spec 2.2; what it leaves alone, the browser follows. */
export function usePageLinks() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  return useCallback(
    (event: MouseEvent) => {
      const link = linkOf(event)
      if (!link) return
      const kind = linkKind(link.getAttribute('href') ?? '', link.target)
      if (kind === 'in-app') {
        event.preventDefault()
        const url = new URL(link.href)
        void navigate(url.pathname + url.search + url.hash)
      }
      if (kind === 'anchor') {
        event.preventDefault()
        const { hash } = new URL(link.href)
        setTimeout(() => {
          void followAnchor(hash, () =>
            navigate({ pathname, search, hash }, { preventScrollReset: true }),
          )
        }, ANCHOR_DELAY_MS)
      }
    },
    [navigate, pathname, search],
  )
}

/**
 * The address changes only when the place is reached: a change of hash would jump there at once. A press while another
 * scroll is under way changes nothing.
 */
async function followAnchor(hash: string, leave: () => unknown) {
  const fromY = scrollY
  const isThere = await scrollToId(decodeURIComponent(hash.slice(1)))
  if (isThere) leaveFrom(fromY, leave)
}

/**
 * The router keeps for "back" how far the page is scrolled at the moment it leaves: that must be where one read, not
 * where the anchor has led meanwhile. All within one task, so that nothing of it is painted.
 */
function leaveFrom(fromY: number, leave: () => unknown) {
  const reachedY = scrollY
  document.documentElement.scrollTop = fromY
  void leave()
  document.documentElement.scrollTop = reachedY
}

/** The anchor of a plain click; not of one that asks for a new tab, a download, or a page opened plainly. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.hasAttribute('href') || link.hasAttribute('download')) return undefined
  return link.hasAttribute('data-plain') ? undefined : link
}
