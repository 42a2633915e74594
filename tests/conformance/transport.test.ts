import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBench } from '#conformance/bench.ts'
import { Broken } from '#conformance/check.ts'
import { checkTransport } from '#conformance/transport.ts'

/** A server that says by its certificate that it is `name`. */
async function startNamed(name: string) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  })
  const server = createServer({ key, cert }, (_, outgoing) => outgoing.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    cert,
    url: `https://localhost:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const benchOf = (url: string) =>
  createBench({
    url,
    secret: 'secret',
    given: async () => undefined,
    person: undefined,
    inbox: undefined,
    answerWithinMs: 5000,
    time: { now: () => Temporal.Now.instant(), wait: async () => undefined, patienceSeconds: 0 },
  })
const faultOf = (url: string) =>
  checkTransport(benchOf(url)).then(
    () => 'holds',
    (error: unknown) => (error instanceof Broken ? error.message : String(error)),
  )

describe('WIRE-12、通信路の暗号化', () => {
  const before = getCACertificates('default')
  let own: Awaited<ReturnType<typeof startNamed>>
  let other: typeof own
  let unknown: typeof own
  beforeAll(async () => {
    ;[own, other, unknown] = await Promise.all([
      startNamed('localhost'),
      startNamed('other.example'),
      startNamed('localhost'),
    ])
    setDefaultCACertificates([...before, own.cert, other.cert])
  })
  afterAll(async () => {
    setDefaultCACertificates(before)
    await Promise.all([own.close(), other.close(), unknown.close()])
  })

  test('自分の名の証明書なら、満たす', async () => {
    expect(await faultOf(own.url)).toBe('holds')
  })

  test('ほかの名の証明書は、見つかる', async () => {
    expect(await faultOf(other.url)).toBe('TLS with localhost: ERR_TLS_CERT_ALTNAME_INVALID')
  })

  test('知らない発行者の証明書は、見つかる', async () => {
    expect(await faultOf(unknown.url)).toMatch(/^TLS with localhost: .*SELF_SIGNED|UNABLE/)
  })

  test('ほかの機械に暗号なしで話すことは、見つかり、この機械の中なら構わない', async () => {
    expect(await faultOf('http://card.example:8080')).toBe('card.example is spoken to without TLS')
    expect(await faultOf('http://127.0.0.1:1')).toBe('holds')
    expect(await faultOf('http://[::1]:1')).toBe('holds')
  })
})
