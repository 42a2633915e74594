import { orderPages } from '#vocabulary/site-pages.ts'
import { publicKinds, publicPaths } from '../public-pages.ts'
import { expect, open, test } from './fixtures.ts'

/** A page of each kind that has looks of its own: cards, a form to try, tables with an answer, the talk service's frame. */
const kinds = [
  '/',
  '/developers/reference/couponEstimateGet.html',
  '/doc/terminallist.html',
  '/fee?gb=20&lines=2',
  '/talk/top.html',
]
/** Texts and lists, whose style is the same for all of one kind. */
const others = [...publicPaths, ...publicKinds, '/support/search?q=APN'].filter(
  (path) => !kinds.includes(path) && !path.startsWith(orderPages.begin),
)

const perTest = 12
const inParts = (targets: string[]) =>
  Array.from({ length: Math.ceil(targets.length / perTest) }, (_, at) =>
    targets.slice(at * perTest, (at + 1) * perTest),
  )
const runs = [
  { name: 'ページの種類ごと', tag: [], parts: [kinds] },
  { name: 'ほかのページ', tag: ['@long'], parts: inParts([...new Set(others)]) },
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
      const { x, width } = element.getBoundingClientRect()
      const seen = [x, width, ...names.map((name) => style[name])]
      return [element.tagName, element.className, ...seen].join(' ')
    })
    .join('\n')

for (const { name, tag, paths } of runs)
  test(
    `リンクで移っても、読み込み直したときと同じ見た目になる（${name}）`,
    { tag },
    async ({ page }) => {
      test.setTimeout(120_000)
      const loaded = new Map<string, string>()
      for (const path of paths) {
        await open(page, path)
        loaded.set(path, await page.evaluate(looks))
      }
      // A short page with nothing but the public sheet.
      const short = paths.includes('/accessibility') ? '/history' : '/accessibility'
      await open(page, short)
      await page.evaluate(() => Reflect.set(window, 'sameDocument', true))
      for (const path of paths) {
        // Pressed at once: when the short page arrives anew after going back, it takes the link away.
        await page.locator('main').evaluate((main, href) => {
          const article = main.querySelector('#static-contents .prose')
          article?.insertAdjacentHTML('afterbegin', `<a id="way" href="${href}">x</a>`)
          main.querySelector<HTMLElement>('#way')?.click()
        }, path)
        await expect(page).toHaveURL(path)
        await expect
          .poll(async () => page.evaluate(looks), { message: path })
          .toBe(loaded.get(path))
        await page.goBack()
        await expect(page).toHaveURL(short)
        await expect(page.locator('#way')).toHaveCount(0)
        await expect(page.locator('#static-contents .prose').first()).toBeVisible()
      }
      expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true)
    },
  )
