import { expect, open, phone, test } from './fixtures.ts'
import { findings } from './findings.ts'
import { publicPaths } from '../public-pages.ts'

const wide = { viewport: { width: 1280, height: 900 } }
const states = [
  '/fee?gb=5&lines=2&kind=voice',
  '/fee?gb=7&minutes=abc&option=gold',
  '/doc/terminallist.html?q=pixel&page=2',
  '/doc/terminallist.html?q=zzz',
]

/** The pages of one folder are opened one after the other, as a visitor would: what they share is loaded once. */
const folders = Map.groupBy([...publicPaths, ...states], (path) => {
  const [, folder = '', page] = path.split('/')
  return page === undefined ? 'ひとつだけのページ' : folder
})

for (const [name, device] of Object.entries({ '375px': phone, '1280px': wide }))
  test.describe(`axeの指摘がない：${name}`, () => {
    // axe tries a style of its own, which the page's policy refuses.
    test.use({ ...device, expectedConsole: /Applying inline style/ })
    for (const [folder, paths] of folders)
      test(`${folder}（${paths.length}）`, async ({ page }) => {
        test.setTimeout(paths.length * 15_000)
        await page.emulateMedia({ reducedMotion: 'reduce' })
        for (const path of paths) {
          await open(page, path)
          expect.soft(await findings(page), path).toEqual([])
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect.soft(overflow, path).toBe(0)
        }
      })
  })
