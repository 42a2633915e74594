/** The least of a browser that a test of redirects and cookies needs. */
export function createTestBrowser() {
  const cookies = new Map<string, { value: string; path: string }>()

  const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const { pathname } = new URL(url)
    const cookie = [...cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      const path = attributes.find((text) => text.startsWith('path='))?.slice(5) ?? '/'
      if (value === '') cookies.delete(name)
      else cookies.set(name, { value, path })
    }
    return response
  }

  return {
    visit,
    /** Follows redirects until a page comes, or an address of another origin is reached. */
    async follow(url: string, form?: Record<string, string>) {
      let at = url
      let response = await visit(at, form)
      while (response.headers.get('location') !== null) {
        const next = new URL(response.headers.get('location') ?? '', at)
        if (next.origin !== new URL(url).origin) return { url: next, response }
        at = next.href
        response = await visit(at)
      }
      return { url: new URL(at), response }
    },
  }
}
