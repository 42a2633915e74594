import { expect, open, phone, test } from './fixtures.ts'
import { findings } from './findings.ts'
import { publicPaths } from './public-pages.ts'

const wide = { viewport: { width: 1280, height: 900 } }
const states = [
  '/fee?gb=5&lines=2&kind=voice',
  '/fee?gb=7&minutes=abc&option=gold',
  '/doc/terminallist.html?q=pixel&page=2',
  '/doc/terminallist.html?q=zzz',
]

for (const [name, device] of Object.entries({ '375px': phone, '1280px': wide }))
  test.describe(`axeの指摘がない：${name}`, () => {
    // axe tries a style of its own, which the page's policy refuses.
    test.use({ ...device, expectedConsole: /Applying inline style/ })
    for (const path of [...publicPaths, ...states])
      test(path, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await open(page, path)
        expect(await findings(page)).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow).toBe(0)
      })
  })
