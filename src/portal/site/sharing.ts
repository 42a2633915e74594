/**
 * The picture a page is shared with: its title and the ring, drawn by the build (tools/setup/brand-pictures). Pages for
 * developers share one.
 */
export function pictureOf(path: string): string {
  const name = path === '/' ? '/index' : path.replace(/\/$|\.html$|(?<=^\/developers)\/.*/, '')
  return `/og${name}.png`
}
