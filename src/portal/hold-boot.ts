const preload = /<link rel="modulepreload"[^>]*\/>/g
const entry = /<script( nonce="[^"]*")? type="module" async=""/

/**
 * Holds the application back until the page is painted: its module script becomes inert text that boot.js starts
 * later, and nothing of it is preloaded. Measured: largest paint 1.7 s → 1.0 s on a slow phone (ours: docs/decisions/003).
 * @throws Error when the page has no such script: React Router then writes it in another way than it did.
 */
export function holdBoot(html: string): string {
  const found = entry.exec(html)
  if (!found) throw new Error('no application to hold back in this page')
  const before = html.slice(0, found.index).replaceAll(preload, '')
  const after = html.slice(found.index + found[0].length).replaceAll(preload, '')
  return `${before}<script${found[1] ?? ''} type="text/plain" id="app-boot"${after}`
}
