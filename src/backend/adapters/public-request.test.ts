import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AddressRefused, createPublicRequests } from './public-request.ts'

let inside: Server
let port = 0
let connections = 0
const asked = { method: 'POST', headers: { 'X-Test': 'yes' }, body: Buffer.from('words') }
const call = createPublicRequests({ timeoutMs: 2000 })

beforeAll(async () => {
  inside = createServer((request, answer) => {
    if (request.url === '/elsewhere') answer.writeHead(302, { Location: '/' }).end()
    else if (request.url === '/silent') return
    else if (request.url === '/endless') answer.write('x'.repeat(100_000))
    else answer.writeHead(201, { 'Retry-After': '7' }).end('taken')
  })
  inside.on('connection', () => (connections += 1))
  // Every address of this machine, by both families.
  await new Promise<void>((resolve) => inside.listen(0, () => resolve()))
  const address = inside.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
beforeEach(() => (connections = 0))
afterAll(() => {
  inside.closeAllConnections()
  inside.close()
})

describe('人に渡されたアドレスを呼ぶとき', () => {
  test.each([
    'https://localhost:PORT/',
    'https://127.0.0.1:PORT/',
    'https://127.1:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f.0.0.1:PORT/',
    'https://0.0.0.0:PORT/',
    'https://[::1]:PORT/',
    'https://[::]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://[64:ff9b::7f00:1]:PORT/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'http://localhost:PORT/',
    'http://fcm.googleapis.com/fcm/send/x',
    'https://user:word@fcm.googleapis.com/',
    'ftp://fcm.googleapis.com/',
    'file:///etc/passwd',
    'fcm.googleapis.com',
  ])('社内のもの、httpsでないもの、ログインの付いたものは、つながずに断る：%s', async (address) => {
    const called = call(address.replace('PORT', String(port)), asked)
    await expect(called).rejects.toBeInstanceOf(AddressRefused)
    expect(connections).toBe(0)
  })

  test('調べずに呼ぶのは、名指しされた自分の代役だけ', async () => {
    const own = `http://127.0.0.1:${port}`
    const callOwn = createPublicRequests({ timeoutMs: 2000, ownOrigins: [own] })
    const { status, text, headers } = await callOwn(`${own}/`, asked)
    expect([status, text, headers['retry-after']]).toEqual([201, 'taken', '7'])
    await expect(callOwn(`http://localhost:${port}/`, asked)).rejects.toBeInstanceOf(AddressRefused)
  })

  test('転送先へは行かず、終わらない返事は読み切らず、返事がなければあきらめる', async () => {
    const own = `http://127.0.0.1:${port}`
    const callOwn = createPublicRequests({ timeoutMs: 300, ownOrigins: [own] })
    expect((await callOwn(`${own}/elsewhere`, asked)).status).toBe(302)
    expect((await callOwn(`${own}/endless`, asked)).text).toHaveLength(4096)
    await expect(callOwn(`${own}/silent`, asked)).rejects.not.toBeInstanceOf(AddressRefused)
  })
})
