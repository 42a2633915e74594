import { expect, open, phone, test } from './fixtures.ts'
import { findings } from './findings.ts'
import { publicKinds, publicPaths } from '../public-pages.ts'

const wide = { viewport: { width: 1280, height: 900 } }
const states = [
  '/fee?gb=5&lines=2&kind=voice',
  '/fee?gb=7&minutes=abc&option=gold',
  '/doc/terminallist.html?q=pixel&page=2',
  '/doc/terminallist.html?q=zzz',
]

/** Of the kinds, what a desktop lays out otherwise than a phone: columns, wide tables, the talk service's frame. */
const wideKinds = [
  '/',
  '/agreement/mobile.html',
  '/developers/reference/couponEstimateGet.html',
  '/doc/terminallist.html?q=pixel&page=2',
  '/fee?gb=5&lines=2&kind=voice',
  '/order',
  '/talk/top.html',
]
const paths = [...publicPaths, ...states]
const isKind = (path: string) => publicKinds.includes(path) || states.includes(path)
const isWideKind = (path: string) => wideKinds.includes(path)
const runs = [
  { width: '375px', device: phone, isAsked: isKind },
  { width: '1280px', device: wide, isAsked: isWideKind },
].flatMap(({ width, device, isAsked }) => [
  { name: `${width}、ページの種類ごと`, tag: [], device, paths: paths.filter(isAsked) },
  {
    name: `${width}、ほかのページ`,
    tag: ['@long'],
    device,
    paths: paths.filter((path) => !isAsked(path)),
  },
])

/** The pages of one folder are opened one after the other, as a visitor would: what they share is loaded once. */
function byFolder(paths: string[]) {
  return Map.groupBy(paths, (path) => {
    const [, folder = '', page] = path.split('/')
    return page === undefined ? 'ひとつだけのページ' : folder
  })
}

for (const { name, tag, device, paths } of runs)
  test.describe(`axeの指摘がない：${name}`, { tag }, () => {
    // axe tries a style of its own, which the page's policy refuses.
    test.use({ ...device, expectedConsole: /Applying inline style/ })
    for (const [folder, inFolder] of byFolder(paths))
      test(`${folder}（${inFolder.length}）`, async ({ page }) => {
        test.setTimeout(inFolder.length * 15_000)
        await page.emulateMedia({ reducedMotion: 'reduce' })
        for (const path of inFolder) {
          await open(page, path)
          expect.soft(await findings(page), path).toEqual([])
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect.soft(overflow, path).toBe(0)
        }
      })
  })
