import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'vitest'
import { createOidc, ProviderUnavailable } from './oidc.ts'

/** A provider that is known, and behind a gateway that says 503 where codes are exchanged. */
async function startProvider() {
  const server = createServer((request, response) => {
    const { port } = Object(server.address())
    const issuer = `http://localhost:${port}`
    const isKnown = request.url?.includes('openid-configuration') ?? false
    response.writeHead(isKnown ? 200 : 503, { 'Content-Type': 'application/json' })
    const known = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    }
    response.end(JSON.stringify(isKnown ? known : { code: 'DOWN' }))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, resolve)
  })
  const { port } = Object(server.address())
  return { issuer: `http://localhost:${port}`, stop: () => server.close() }
}

// A web server of ours puts a Response of its own in the place of the platform's, of which the answers of `fetch` are none.
test('ウェブサーバーの中でも、認証基盤の 503 は、断られたのではなく、答えがなかったことになる', async () => {
  const own = Object.getOwnPropertyDescriptors(globalThis)
  const { issuer, stop } = await startProvider()
  try {
    getRequestListener(() => new Response(''))
    const oidc = createOidc({ issuer, clientId: 'portal', clientSecret: 'secret', scope: 'openid' })
    const callback = new URL('http://localhost:3000/login_back.html?code=c&state=s')
    await expect(
      oidc.finish(callback, { state: 's', nonce: 'n', verifier: 'v'.repeat(43) }),
    ).rejects.toBeInstanceOf(ProviderUnavailable)
  } finally {
    for (const name of ['Response', 'Request'] as const)
      Object.defineProperty(globalThis, name, own[name] ?? {})
    stop()
  }
})
