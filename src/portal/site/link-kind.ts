export type LinkKind = 'new-window' | 'full-load' | 'anchor' | 'in-app'

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
