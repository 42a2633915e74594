import { request } from 'node:http'
import { createServer } from 'node:https'
import { selfSignedCertificate } from './self-signed-certificate.ts'

/** Where the proxy says that its clients are. */
export const CLIENT_ADDRESS = '203.0.113.45'

/** A proxy as in front of production: it ends TLS, passes Host on, and names the client. */
export async function startTlsProxy(port: number, target: { port: string }) {
  const server = createServer(selfSignedCertificate(), (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': CLIENT_ADDRESS,
      'x-forwarded-proto': 'https',
    }
    const { method, url: path } = incoming
    const passed = request(
      { host: '127.0.0.1', port: Number(target.port), method, path, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
