import boot from './boot.js?inline'
import earlyPresses from './press/early-presses.js?inline'
import styles from './portal.css?inline'
import linkedStyles from './portal.css?url'
import publicStyles from './site.css?inline'
import wholePublicStyles from './site.css?url'
import { isOrder } from './shell/place.ts'
import { stylesFor } from './used-styles.ts'
import { isMypage } from '#vocabulary/pages.ts'

/** A page that comes from one with its styles inside must agree to the fading before its own sheet is there. */
const fading = '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}'

const publicStylesFor = stylesFor(publicStyles)
/** An order is a visitor's, who has no sheet of my page yet: its pages carry what they use too. */
const orderStylesFor = stylesFor(styles)

/**
 * What the head must hold before the page can be painted, without a request of its own where that saves one: the start
 * script, and of a public page the styles it uses; `boot.js` adds the whole sheet with the application. My page links to its larger sheet, which the browser keeps between pages
 * (measured: docs/decisions/003). Not React's: nothing of it changes while one moves about in the app.
 * @param html the page.
 * @param path where the page is.
 * @param nonce of a page that is made for one visitor; a public page's parts are admitted by their hashes.
 */
export function startOfHead(html: string, nonce: string | undefined, path: string): string {
  const admission = nonce === undefined ? '' : ` nonce="${nonce}"`
  // The script first: after a style sheet that hangs it would wait for it.
  const script = isMypage(path) || isOrder(path) ? `${boot}\n${earlyPresses}` : boot
  return `<script${admission}>${script}</script>${stylesOf(html, nonce, path, admission)}`
}

function stylesOf(html: string, nonce: string | undefined, path: string, admission: string) {
  if (!import.meta.env.DEV && isOrder(path))
    return `<style${admission} data-whole="${linkedStyles}">${orderStylesFor(html)}</style>`
  if (nonce !== undefined || import.meta.env.DEV)
    return `<style${admission}>${fading}</style><link rel="stylesheet" href="${linkedStyles}" data-page-styles>`
  return `<style data-whole="${wholePublicStyles}">${publicStylesFor(html)}</style>`
}
