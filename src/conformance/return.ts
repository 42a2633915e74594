import { createServer } from 'node:http'

/** Where a browser is led back to, in place of the portal. */
export type Return = {
  readonly url: string
  /** The address of the next visit; empty when nobody comes within so many milliseconds. */
  readonly next: (withinMs: number) => Promise<string>
  readonly close: () => Promise<void>
}

/** Waits for the browser of a person who acts on a page of the system under test. */
export async function openReturn(host: string, port: number): Promise<Return> {
  let arrive: ((path: string) => void) | undefined
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    outgoing.writeHead(path === '/favicon.ico' ? 404 : 200, { 'Content-Type': 'text/plain' })
    outgoing.end('Back again. This window may be closed.\n')
    if (path !== '/favicon.ico') arrive?.(path)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  const url = `http://${host}:${bound}`
  return {
    url,
    next: (withinMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(''), withinMs)
        arrive = (path) => {
          clearTimeout(timer)
          resolve(url + path)
        }
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
