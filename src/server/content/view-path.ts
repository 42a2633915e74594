/** Which page a request path asks for (spec 2.2). Answers a key to look up in the manifest, never a
 * path to open: what is not in the manifest does not exist. */
export function viewOf(requestPath: string): string | undefined {
  if (!requestPath.startsWith('/') || requestPath.startsWith('/assets')) return undefined
  if (requestPath.endsWith('.map')) return undefined
  if (requestPath.endsWith('.html')) return requestPath.slice(0, -'.html'.length)
  return `${requestPath.replace(/\/$/, '')}/index`
}

/** The canonical address of a view: `/fee/index` is `/fee`, `/beginner/simfree` its .html. */
export function pathOf(view: string): string {
  if (view === '/index') return '/'
  return view.endsWith('/index') ? view.slice(0, -'/index'.length) : `${view}.html`
}

export type Device = 'desktop' | 'mobile'
export type Variant = 'default' | 'sp'

/** `/app/tool.html` has one file of its own for every device (spec 2.2). */
export function variantOf(view: string, device: Device): Variant {
  return device === 'mobile' && view !== '/app/tool' ? 'sp' : 'default'
}
