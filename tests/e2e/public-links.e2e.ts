import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { expect, test } from './fixtures.ts'
import { publicPaths } from './public-pages.ts'

type Node = DefaultTreeAdapterTypes.Node

/** Member pages answer a visitor with the login. */
const behindLogin = /^\/(mypage|auth)/

test('リンク切れも、行き先のないアンカーもない', async ({ request, baseURL }) => {
  test.setTimeout(180_000)
  const pages = new Map<string, Promise<{ status: number; ids: Set<string>; links: string[] }>>()
  const look = (path: string) => {
    const known = pages.get(path)
    if (known) return known
    const looking = request.get(path, { maxRedirects: 0 }).then(async (answer) => {
      const isHtml = answer.headers()['content-type']?.startsWith('text/html')
      const found = isHtml ? readPage(await answer.text()) : { ids: new Set<string>(), links: [] }
      return { status: answer.status(), ...found }
    })
    pages.set(path, looking)
    return looking
  }

  const dead: string[] = []
  let checked = 0
  for (const path of publicPaths) {
    const { links } = await look(path)
    for (const link of new Set(links)) {
      const url = new URL(link, new URL(path, baseURL))
      if (url.origin !== new URL(baseURL ?? '').origin) continue
      checked += 1
      const target = await look(url.pathname + url.search)
      const isThere =
        target.status === 200 || (behindLogin.test(url.pathname) && target.status < 400)
      if (!isThere) dead.push(`${path} → ${link}: ${target.status}`)
      const anchor = decodeURIComponent(url.hash.slice(1))
      if (target.status === 200 && anchor !== '' && !target.ids.has(anchor))
        dead.push(`${path} → ${link}: no such anchor`)
    }
  }
  expect(dead).toEqual([])
  expect(checked).toBeGreaterThan(1000)
})

/** Every address a page names (links, styles, scripts, pictures, forms) and every place one can jump to. */
function readPage(text: string) {
  const ids = new Set<string>()
  const links: string[] = []
  const visit = (node: Node) => {
    if ('attrs' in node)
      for (const { name, value } of node.attrs) {
        if (name === 'id') ids.add(value)
        if (['href', 'src', 'action'].includes(name) && node.tagName !== 'base') links.push(value)
      }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(text))
  return { ids, links }
}
