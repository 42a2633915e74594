import { orderPages, successionPages } from '#vocabulary/site-pages.ts'
import { publicKinds, publicPaths } from '../public-pages.ts'
import { expect, open, test } from './fixtures.ts'

/** A page of every kind, and the pages of an order that a visitor can open. */
const kinds = new Set([
  ...publicKinds,
  `${orderPages.apply}/plan`,
  orderPages.status,
  orderPages.resume,
  successionPages.apply,
  successionPages.status,
  '/support/search?q=APN',
  '/fee?gb=20&lines=2',
])
/** Texts; what styles them is the same for all of one kind. */
const others = publicPaths.filter((path) => !kinds.has(path))

const perTest = 12
const inParts = (targets: string[]) =>
  Array.from({ length: Math.ceil(targets.length / perTest) }, (_, at) =>
    targets.slice(at * perTest, (at + 1) * perTest),
  )
const runs = [
  { name: 'ページの種類ごと', tag: [], parts: inParts([...kinds]) },
  { name: 'ほかのページ', tag: ['@long'], parts: inParts(others) },
].flatMap(({ name, tag, parts }) =>
  parts.map((paths, at) => ({ name: `${name}、${at + 1}/${parts.length}`, tag, paths })),
)

/** What can be seen of each element of the page's own part; a page without its sheet differs in nearly all of it. */
const looks = () =>
  [
    ...document.querySelectorAll(
      'main :is(h1, h2, h3, p, a, ul, li, button, label, input, fieldset, section, div)',
    ),
  ]
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const style = getComputedStyle(element)
      const names = [
        'display',
        'color',
        'backgroundColor',
        'fontSize',
        'fontWeight',
        'padding',
        'border',
        'borderRadius',
      ] as const
      return [element.tagName, element.className, ...names.map((name) => style[name])].join(' ')
    })
    .join('\n')

for (const { name, tag, paths } of runs)
  test(
    `リンクで移っても、読み込み直したときと同じ見た目になる（${name}）`,
    { tag },
    async ({ page }) => {
      test.setTimeout(120_000)
      const loadedAnew: string[] = []
      for (const path of paths) {
        await open(page, path)
        const reloaded = await page.evaluate(looks)
        // A short page with nothing but the public sheet.
        await open(page, path === '/accessibility' ? '/history' : '/accessibility')
        await page.locator('main').evaluate((main, href) => {
          Reflect.set(window, 'sameDocument', true)
          const article = main.querySelector('#static-contents .prose')
          article?.insertAdjacentHTML('afterbegin', `<a id="way" href="${href}">x</a>`)
        }, path)
        await page.locator('#way').click()
        await expect(page).toHaveURL(path)
        await expect.poll(async () => page.evaluate(looks), { message: path }).toBe(reloaded)
        if (!(await page.evaluate(() => Reflect.get(window, 'sameDocument')))) loadedAnew.push(path)
      }
      expect(loadedAnew).toEqual(paths.filter((path) => path.startsWith(orderPages.begin)))
    },
  )
