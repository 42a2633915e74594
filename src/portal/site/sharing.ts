/** The picture a page is shared with: its title and the ring, drawn by the build (tools/setup/brand-pictures). */
export function pictureOf(path: string): string {
  const name = path === '/' ? '/index' : path.replace(/\/$|\.html$/, '')
  return `/og${name}.png`
}
