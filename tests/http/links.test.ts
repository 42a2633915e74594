import { expect, test } from 'vitest'
import { attribute, elementsOf, type Element } from '#server/content/html-tree.ts'
import { demoMembers } from '#demo/seed/demo-members.ts'
import { publicPaths } from '../public-pages.ts'
import { logIn, portalUrl, request } from './portal.ts'

/** Member pages answer a visitor with the login. */
const behindLogin = /^\/(mypage|auth)/

type Seen = { status: number; elements: Element[]; ids: string[] }

const pages = new Map<string, Promise<Seen>>()

/** A page as a visitor gets it, asked for once. */
function look(path: string): Promise<Seen> {
  const known = pages.get(path)
  if (known) return known
  const looking = request(path).then(({ status, headers, text }) => {
    const elements = headers['content-type']?.startsWith('text/html') ? elementsOf(text) : []
    return { status, elements, ids: elements.flatMap((one) => attribute(one, 'id') ?? []) }
  })
  pages.set(path, looking)
  return looking
}

/** Every address a page names: links, styles, scripts, pictures, forms. */
const addressesIn = (elements: Element[]) =>
  elements
    .filter(({ tagName }) => tagName !== 'base')
    .flatMap((one) => ['href', 'src', 'action'].flatMap((name) => attribute(one, name) ?? []))

test('どのページにも、同じidは二つない', async () => {
  const twice: string[] = []
  for (const path of publicPaths) {
    const { ids } = await look(path)
    expect(ids.length, path).toBeGreaterThan(0)
    for (const id of ids.filter((one, index) => ids.indexOf(one) !== index))
      twice.push(`${path}#${id}`)
  }
  expect(twice).toEqual([])
})

test('リンク切れも、行き先のないアンカーもない', async () => {
  const dead: string[] = []
  let checked = 0
  for (const path of publicPaths) {
    const { elements } = await look(path)
    for (const link of new Set(addressesIn(elements))) {
      const url = new URL(link, new URL(path, portalUrl))
      if (url.origin !== portalUrl) continue
      checked += 1
      const target = await look(url.pathname + url.search)
      const isThere =
        target.status === 200 || (behindLogin.test(url.pathname) && target.status < 400)
      if (!isThere) dead.push(`${path} → ${link}: ${target.status}`)
      const anchor = decodeURIComponent(url.hash.slice(1))
      if (target.status === 200 && anchor !== '' && !target.ids.includes(anchor))
        dead.push(`${path} → ${link}: no such anchor`)
    }
  }
  expect(dead).toEqual([])
  expect(checked).toBeGreaterThan(1000)
})

test('マイページのどのリンクの先にも画面がある', async () => {
  const { page: top, open } = await logIn('suzuki', '/mypage/top.html')
  const line = top.links.find(({ href }) => href.startsWith('/mypage/line/'))
  const screens = [
    '/mypage/top.html',
    '/mypage/data/usage.html',
    '/mypage/data/usage.html?view=months',
    '/mypage/data/usage.html?view=records',
    '/mypage/data/charge.html',
    '/mypage/data/charge.html?step=confirm',
    '/mypage/data/charge.html?step=confirm&packId=500mb',
    '/mypage/data/notification.html',
    '/mypage/call.html',
    '/mypage/notices.html',
    '/mypage/lite',
    '/mypage/lite?packId=1gb',
    line?.href ?? '/no-line',
  ]
  const found = new Set<string>()
  for (const path of screens) {
    const page = await open(path)
    expect(page.status, path).toBeLessThan(400)
    for (const { href } of page.links) if (href.startsWith('/')) found.add(href.split('#')[0] ?? '')
  }
  expect(found.size).toBeGreaterThan(20)
  for (const href of found)
    if (!href.startsWith('/auth/')) expect((await open(href)).status, href).toBe(200)
})

/** A page by what it shows, not by which bill or line: of each kind two are opened. */
const kindOf = (url: URL) =>
  `${url.pathname.replaceAll(/\d{4}-\d{2}|[a-z]+_[0-9a-z]{8,}|[A-Z]-[\w-]+/g, '*')}?${[...url.searchParams.keys()].toSorted().join('&')}`
const OF_A_KIND = 2
const PAGES_A_MEMBER = 90
/** Files are counted strictly and hold no links. */
const isFile = /\.(?:pdf|csv|json|zip|ics)$/

/** The top of an account without a contract says so, and answers 403. */
const withoutContract = ['misaki', 'watanabe', 'okada']
const saysNoContract = (loginId: string, path: string, status: number) =>
  withoutContract.includes(loginId) && path === '/mypage/top.html' && status === 403

test.each(demoMembers.map(({ loginId }) => loginId))(
  'マイページを%sのリンクだけでたどると、どこにも行き止まりがなく、開けない画面へは案内されない',
  async (loginId) => {
    const { page: top, open } = await logIn(loginId, '/mypage/top.html')
    const waiting = top.links.map(({ href }) => ({ href, from: '/mypage/top.html' }))
    const opened = new Map<string, number>()
    const dead: string[] = []
    let count = 0
    for (let next = waiting.shift(); next && count < PAGES_A_MEMBER; next = waiting.shift()) {
      const url = new URL(next.href, new URL(next.from, portalUrl))
      if (url.origin !== portalUrl || !url.pathname.startsWith('/mypage/')) continue
      if (isFile.test(url.pathname)) continue
      const kind = kindOf(url)
      const before = opened.get(kind) ?? 0
      if (before === OF_A_KIND) continue
      opened.set(kind, before + 1)
      count += 1
      const page = await open(url.pathname + url.search)
      const isThere = page.status < 400 || saysNoContract(loginId, url.pathname, page.status)
      if (!isThere) dead.push(`${next.from} → ${next.href}: ${page.status}`)
      for (const { href } of page.links) waiting.push({ href, from: url.pathname + url.search })
    }
    expect(dead).toEqual([])
    expect(count).toBeGreaterThan(3)
  },
)
