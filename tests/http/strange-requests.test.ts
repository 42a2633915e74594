import { describe, expect, test } from 'vitest'
import { portalUrl, request } from './portal.ts'

describe('おかしな要求', () => {
  const nowhere = [
    '/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/..%5c..%5cpackage.json',
    '/assets/..%2f..%2fserver/index.js',
    '/assets/%2e%2e/%2e%2e/server/index.js',
    '/assets/cop/views/..%2f..%2f..%2f..%2fpackage.json',
    '/%E0%A4%A',
    '/fee%2F',
    '/fee%00',
    '/fee.map',
    '/assets',
    '/assets/nothing.js',
    '/constructor',
    '/__proto__',
    '/.env',
    '/.git/config',
  ]
  for (const path of nowhere)
    test(`${path} は404`, async () => {
      const answer = await request(path)
      expect(answer.status).toBe(404)
      expect(answer.text).not.toContain('"dependencies"')
    })

  test('ソースマップは渡さない', async () => {
    const text = (await request('/')).text
    const script = /\/assets\/[\w.-]+\.js/.exec(text)?.[0] ?? ''
    expect((await request(script)).status).toBe(200)
    expect((await request(`${script}.map`)).status).toBe(404)
  })

  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])
    test(`${method} は405`, async () => {
      const answer = await request('/fee', { method })
      expect(answer.status).toBe(405)
      expect(answer.headers['allow']).toContain('GET')
    })

  test('知らない問い合わせは、どれも同じページになる', async () => {
    const etags = new Set<string | undefined>()
    const queries = ['', '?a=1', `?a=${'x'.repeat(6000)}`, '?a=1&a=2&a=3', '?%00', '?navi=no']
    for (const query of queries) {
      const answer = await request(`/option${query}`)
      expect(answer.status, query).toBe(200)
      etags.add(answer.headers['etag'])
    }
    expect(etags.size).toBe(1)
  })

  test('HEADと条件つきの要求に、決まりどおりに答える', async () => {
    const got = await request('/option')
    const etag = got.headers['etag'] ?? ''
    const head = await request('/option', { method: 'HEAD' })
    expect([head.status, head.headers['etag']]).toEqual([200, etag])
    const again = await request('/option', { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
  })

  test('戻り先に何が書かれていても、ページは開く', async () => {
    for (const path of ['//evil.example', 'https://evil.example', '/\\evil', 'x'.repeat(2048)]) {
      const query = new URLSearchParams({
        is_sp: '0',
        dmm_login: '0',
        mvno_member: '0',
        back_path: path,
      })
      const answer = await request(`/api/platform/dmm_navi/?${query}`)
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain('evil.example')
    }
  })

  test('ないページは、何度どう尋ねられても同じ一枚で、条件つきでも404のまま', async () => {
    const etags = new Set<string | undefined>()
    for (let number = 0; number < 30; number += 1) {
      const path = `/${'deep/'.repeat(number)}nowhere-${number}.html?q=${'x'.repeat(number * 100)}`
      const answer = await request(path)
      expect(answer.status, path).toBe(404)
      etags.add(answer.headers['etag'])
    }
    expect(etags.size).toBe(1)
    const [etag = ''] = etags
    const again = await request('/nowhere', { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(404)
    const head = await request('/nowhere', { method: 'HEAD' })
    expect([head.status, head.body.byteLength]).toEqual([404, 0])
  })

  test('navi=noneは、くり返しの中にあっても効く', async () => {
    const bare = (await request('/option?navi=none')).text
    expect(bare).not.toContain('<footer')
    for (const query of [
      '?navi=x&navi=none',
      '?navi=none&navi=x',
      `?${'a=1&'.repeat(500)}navi=none`,
    ])
      expect((await request(`/option${query}`)).text, query).toBe(bare)
    expect((await request('/option?navi=NONE')).text).toContain('<footer')
  })

  test('長すぎる要求は断り、次の要求には答える', async () => {
    const answer = await request(`/option?${'x'.repeat(40_000)}`)
    expect(answer.status).toBe(431)
    expect((await request('/option')).status).toBe(200)
  })

  test('ほかの名前で呼ばれても、自分の名前で答える', async () => {
    const own = (await request('/option')).text
    const answer = await request('/option', {
      headers: { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
    })
    expect(answer.text).toBe(own)
    expect(own).toContain(`<link rel="canonical" href="${portalUrl}/option"/>`)
  })

  test('ファイルも、HEADと条件つきの要求に答え、知らない方法を断る', async () => {
    const file = /\/assets\/[\w.-]+\.js/.exec((await request('/')).text)?.[0] ?? ''
    const got = await request(file)
    const etag = got.headers['etag'] ?? ''
    const head = await request(file, { method: 'HEAD' })
    expect([head.status, head.headers['etag']]).toEqual([200, etag])
    expect(head.body.byteLength).toBe(0)
    for (const tags of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await request(file, { headers: { 'If-None-Match': tags } })
      expect([tags, again.status, again.body.byteLength]).toEqual([tags, 304, 0])
    }
    const other = await request(file, { headers: { 'If-None-Match': '"other"' } })
    expect(other.status).toBe(200)
    expect((await request(file, { method: 'DELETE' })).status).toBe(405)
  })

  test('ページへの送信は、受け取るページでなければ405', async () => {
    for (const path of ['/option', '/beginner/simfree.html']) {
      const answer = await request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'a=1',
      })
      expect([path, answer.status]).toEqual([path, 405])
    }
  })

  test('APIは、知らない道に404、違う方法に405とAllowを、JSONで答える', async () => {
    const cases = [
      ['GET', '/api/no-such/', 404],
      ['GET', '/api/', 404],
      ['GET', '/api/%2e%2e/package.json', 404],
      ['DELETE', '/api/platform/auth/', 405],
      ['PUT', '/api/platform/auth', 405],
      ['PROPFIND', '/api/platform/auth/', 405],
    ] as const
    for (const [method, path, status] of cases) {
      const answer = await request(path, { method })
      expect([method, path, answer.status]).toEqual([method, path, status])
      if (status === 405) expect(answer.headers['allow']).toContain('GET')
    }
    const head = await request('/api/platform/auth/', { method: 'HEAD' })
    expect([head.status, head.body.byteLength]).toEqual([200, 0])
  })
})
