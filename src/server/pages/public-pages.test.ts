import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { ServerBuild } from 'react-router'
import type { Content, ContentPage } from '../content/manifest.ts'
import type { AuthClass } from '../session/auth-classes.ts'
import { createPublicPages } from './public-pages.ts'
import type { RenderFor } from './pages.ts'

const page: ContentPage = {
  view: '/fee/index',
  path: '/fee',
  title: '料金',
  description: '',
  h1: '料金',
  ids: [],
  breadcrumb: [],
  questions: [],
  html: '',
}

const known = new Set(['/', '/fee', '/fee/', '/option', '/privacy_policy'])
const content: Content = {
  get: (path) => (known.has(path) ? page : undefined),
  paths: () => [],
  pages: () => [],
  search: () => [],
}

function setUp(classes = new Map<string, AuthClass | Promise<AuthClass>>()) {
  const rendered: { url: string; cookie: string | null; who: RenderFor }[] = []
  const routes = { '*': { id: '*', path: '*' }, mypage: { id: 'mypage', path: 'mypage/top.html' } }
  const build: Pick<ServerBuild, 'routes'> = Object.assign(Object.create(null), { routes })
  const pages = createPublicPages({
    pages: {
      async render(request, _, who) {
        rendered.push({ url: request.url, cookie: request.headers.get('cookie'), who })
        return { response: new Response('<p>page</p>'), isWhole: true }
      },
    },
    content,
    authClasses: { of: (cookie) => classes.get(cookie ?? '') ?? 'visitor' },
    build,
    origin: 'http://localhost',
    origins: {
      platform: [],
      platformScripts: [],
      identityProvider: [],
      reporting: [],
      https: false,
    },
    now: () => Temporal.Instant.from('2026-11-20T10:00:00+09:00'),
    edition: () => '2026-11-20',
    onFailure: () => undefined,
    enabled: true,
    isTaken: (path) => path.startsWith('/api'),
  })
  const keyOf = (url: string, headers: Record<string, string> = {}, method = 'GET') => {
    const incoming = new IncomingMessage(new Socket())
    return pages.keyOf(Object.assign(incoming, { url, headers, method }))
  }
  return { pages, rendered, keyOf }
}

describe('ページの鍵', () => {
  test('番地、端末、ログインの種類、ナビゲーションの有無でできている', () => {
    const { keyOf } = setUp()
    expect(keyOf('/fee')).toBe('/fee|desktop|visitor|full')
    expect(keyOf('/fee', { 'sec-ch-ua-mobile': '?1' })).toBe('/fee|mobile|visitor|full')
    expect(keyOf('/fee')).toBe('/fee|desktop|visitor|full')
    expect(keyOf('/option?navi=none')).toBe('/option|desktop|visitor|bare')
    expect(keyOf('/option?navi=x&navi=none')).toBe('/option|desktop|visitor|bare')
  })

  test('意味のない問い合わせと、ないページでは、同じになる', () => {
    const { keyOf } = setUp()
    const queries = ['', '?', '?a=1', `?${'a'.repeat(9000)}`, '?a=1&a=2', '?navi=', '?%']
    expect(new Set(queries.map((query) => keyOf(`/option${query}`))).size).toBe(1)
    const nowhere = ['/x', '/%E0%A4%A', '//evil.example', '/../x', '/fee%2F', '/fee/x', 'http://x/']
    expect(new Set(nowhere.map((path) => keyOf(path)))).toEqual(
      new Set(['(not found)|desktop|visitor|full']),
    )
  })

  test('1回だけの答えには付かない：書式の問い合わせ、ほかの方法、ほかの層', () => {
    const { keyOf } = setUp()
    expect(keyOf('/fee?gb=3')).toBeUndefined()
    expect(keyOf('/fee?utm=x')).toBe('/fee|desktop|visitor|full')
    expect(keyOf('/fee', {}, 'POST')).toBeUndefined()
    expect(keyOf('/api/contract')).toBeUndefined()
    expect(keyOf('/mypage/top.html')).toBeUndefined()
  })

  test('ログイン中は種類の鍵になり、まだ分からなければ調べる', async () => {
    const { keyOf } = setUp(
      new Map<string, AuthClass | Promise<AuthClass>>([
        ['sid=known', 'member'],
        ['sid=looked-up', Promise.resolve('account')],
      ]),
    )
    expect(keyOf('/fee', { cookie: 'sid=known' })).toBe('/fee|desktop|member|full')
    expect(await keyOf('/fee', { cookie: 'sid=looked-up' })).toBe('/fee|desktop|account|full')
    expect(keyOf('/fee', { cookie: 'sid=invented' })).toBe('/fee|desktop|visitor|full')
    expect(keyOf('/x', { cookie: 'sid=invented' })).toBe('(not found)|desktop|visitor|full')
    expect(keyOf('/fee')).toBe('/fee|desktop|visitor|full')
  })

  test('書式のあるページで、ログイン中の人には付かない', async () => {
    const { keyOf } = setUp(
      new Map<string, AuthClass | Promise<AuthClass>>([
        ['sid=known', 'member'],
        ['sid=ended', Promise.resolve('visitor')],
      ]),
    )
    expect(keyOf('/privacy_policy', { cookie: 'sid=known' })).toBeUndefined()
    expect(await keyOf('/privacy_policy', { cookie: 'sid=ended' })).toBe(
      '/privacy_policy|desktop|visitor|full',
    )
  })
})

test('共有するページは、だれのクッキーも使わず、鍵だけから作る', async () => {
  const { pages, rendered } = setUp()
  await pages.fill('/fee|mobile|member|bare')
  await pages.fill('(not found)|desktop|visitor|full')
  expect(rendered).toEqual([
    {
      url: 'http://localhost/fee?navi=none',
      cookie: null,
      who: { shared: { mvno_member: true, dmm_login: true } },
    },
    {
      url: 'http://localhost/not-found',
      cookie: null,
      who: { shared: { mvno_member: false, dmm_login: false } },
    },
  ])
  expect(pages.size()).toBe(2)
})
