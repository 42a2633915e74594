import { Agent, request } from 'node:https'
import type { Fetch } from '#protocol/http.ts'

/** Fetches over TLS from one origin, with a certificate that only the test trusts. */
export function createTlsClient(origin: string, certificate: string) {
  const agent = new Agent({ keepAlive: true, ca: certificate })
  const fetch: Fetch = (path, init) =>
    new Promise((resolve, reject) => {
      const headers = Object.fromEntries(new Headers(init.headers))
      const asked = request(origin + path, { agent, method: init.method ?? 'GET', headers })
      asked.once('error', reject)
      asked.once('response', (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.once('error', reject)
        answer.once('end', () => {
          const status = answer.statusCode ?? 0
          const body = status === 204 || status === 304 ? null : Buffer.concat(parts)
          resolve(new Response(body, { status, headers: headersOf(answer.rawHeaders) }))
        })
      })
      asked.end(typeof init.body === 'string' ? init.body : undefined)
    })
  return { fetch, close: () => agent.destroy() }
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let n = 0; n + 1 < raw.length; n += 2) headers.append(raw[n] ?? '', raw[n + 1] ?? '')
  return headers
}
