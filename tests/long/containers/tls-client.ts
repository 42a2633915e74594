import { Agent, request } from 'node:https'

/** Fetches over TLS from one origin, with a certificate that only the test trusts. */
export function createTlsClient(origin: string, certificate: string) {
  const agent = new Agent({ keepAlive: true, ca: certificate })
  const fetch = (
    path: string,
    {
      method = 'GET',
      headers = {},
      body,
    }: { method?: string; headers?: Record<string, string>; body?: string },
  ) =>
    new Promise<Response>((resolve, reject) => {
      const asked = request(origin + path, { agent, method, headers })
      asked.once('error', reject)
      asked.once('response', (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.once('error', reject)
        answer.once('end', () => {
          const status = answer.statusCode ?? 0
          const whole = status === 204 || status === 304 ? null : Buffer.concat(parts)
          resolve(new Response(whole, { status, headers: headersOf(answer.rawHeaders) }))
        })
      })
      asked.end(body)
    })
  return { fetch, close: () => agent.destroy() }
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let n = 0; n + 1 < raw.length; n += 2) headers.append(raw[n] ?? '', raw[n + 1] ?? '')
  return headers
}
