import { createServer, type Server } from 'node:http'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeBody } from './compression.ts'
import { etagOf, writeStored, type StoredAnswer } from './stored-answer.ts'

const text = 'ひびき'.repeat(500)
let server: Server
let answer: StoredAnswer
let port = 0

beforeAll(async () => {
  const identity = Buffer.from(text)
  answer = Object.assign(await storeBody(identity), {
    status: 200,
    etag: etagOf(identity),
    headers: { 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Encoding' },
  })
  server = createServer((incoming, outgoing) => writeStored(incoming, outgoing, answer))
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

function ask(headers: Record<string, string>, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const call = request({ port, headers, method, agent: false }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        )
      })
      call.on('error', reject)
      call.end()
    },
  )
}

test.each(['br', 'gzip, br', 'gzip;q=0.5, br;q=0.9', 'br ;q=1.0'])(
  'Accept-Encoding %s には brotli で渡す',
  async (accepted) => {
    const { headers, body } = await ask({ 'Accept-Encoding': accepted })
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(body).toString()).toBe(text)
    expect(headers['content-length']).toBe(String(body.byteLength))
  },
)

test.each(['gzip', 'gzip, deflate', 'br;q=0.0, gzip', 'deflate, gzip;q=0.8'])(
  'Accept-Encoding %s には gzip で渡す：brotli を知らない相手',
  async (accepted) => {
    const { headers, body } = await ask({ 'Accept-Encoding': accepted })
    expect(headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(body).toString()).toBe(text)
    expect(headers['content-length']).toBe(String(body.byteLength))
  },
)

test.each(['', 'br;q=0', 'brand', 'gzip;q=0', 'x-gzipped', 'identity'])(
  'Accept-Encoding %j にはそのままの文字で渡す',
  async (accepted) => {
    const { headers, body } = await ask({ 'Accept-Encoding': accepted })
    expect(headers['content-encoding']).toBeUndefined()
    expect(body.toString()).toBe(text)
  },
)

test('HEADは、本文なしでGETと同じことを言う', async () => {
  const get = await ask({})
  const head = await ask({}, 'HEAD')
  expect(head.body.byteLength).toBe(0)
  expect(head.headers['content-length']).toBe(get.headers['content-length'])
})

test('もう持っている人には304：印が1つでも、複数でも、強い形でも、* でも', async () => {
  const { etag } = answer
  for (const tag of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
    const { status, body, headers } = await ask({ 'If-None-Match': tag })
    expect([status, body.byteLength, headers['etag']]).toEqual([304, 0, etag])
  }
  expect((await ask({ 'If-None-Match': 'W/"other"' })).status).toBe(200)
})
