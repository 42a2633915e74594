import { expect, test } from 'vitest'
import { attribute, elementsOf, type Element } from '#server/content/html-tree.ts'
import { publicPaths } from '../public-pages.ts'
import { logIn, portalUrl, request } from './portal.ts'
import { kindOf, screensOf, walkedMembers } from './walked.ts'

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
    '/mypage/data/usage.html?view=months',
    '/mypage/data/usage.html?view=records',
    '/mypage/data/charge.html?step=confirm',
    '/mypage/data/charge.html?step=confirm&packId=500mb',
    '/mypage/lite?packId=1gb',
    line?.href ?? '/no-line',
  ]
  const known = new Set((await screensOf('suzuki')).map(({ address }) => kindOf(address)))
  const found = new Set<string>()
  for (const path of screens) {
    const page = await open(path)
    expect(page.status, path).toBeLessThan(400)
    for (const { href } of page.links) if (href.startsWith('/')) found.add(href.split('#')[0] ?? '')
  }
  expect(found.size).toBeGreaterThan(20)
  // What the walk below has opened is there.
  for (const href of found)
    if (!href.startsWith('/auth/') && !known.has(kindOf(href)))
      expect((await open(href)).status, href).toBe(200)
})

/** The top of an account without a contract says so, and answers 403. */
const withoutContract = ['misaki', 'watanabe', 'okada']
const saysNoContract = (loginId: string, path: string, status: number) =>
  withoutContract.includes(loginId) && path === '/mypage/top.html' && status === 403

test.each(walkedMembers)(
  'マイページを%sのリンクだけでたどると、どこにも行き止まりがなく、開けない画面へは案内されない',
  async (loginId) => {
    const linked = (await screensOf(loginId)).filter(({ from }) => from !== undefined)
    const dead = linked
      .filter(
        ({ page, address }) => page.status >= 400 && !saysNoContract(loginId, address, page.status),
      )
      .map(({ from, address, page }) => `${from} → ${address}: ${page.status}`)
    expect(dead).toEqual([])
    expect(linked.length).toBeGreaterThan(3)
  },
)
