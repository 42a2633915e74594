import type { Page } from '@playwright/test'
import { expect, open, phone, resize, test } from './fixtures.ts'
import { findings, seenRules } from './findings.ts'
import { publicPaths } from '../public-pages.ts'

const wide = { viewport: { width: 1280, height: 900 } }
const states = [
  '/fee?gb=5&lines=2&kind=voice',
  '/fee?gb=7&minutes=abc&option=gold',
  '/doc/terminallist.html?q=pixel&page=2',
  '/doc/terminallist.html?q=zzz',
]
const paths = [...publicPaths, ...states]

/**
 * One page of each kind: the top with its cards, the fees with an answer and with fields that are wrong, a long text, a call
 * with a form to try it, a list with its pages, the talk service. `/beginner` with its menus: shell-people.e2e.ts.
 */
const kinds = [
  '/',
  '/agreement/mobile.html',
  '/developers/reference/couponEstimateGet.html',
  '/doc/terminallist.html?q=pixel&page=2',
  '/fee?gb=5&lines=2&kind=voice',
  '/fee?gb=7&minutes=abc&option=gold',
  '/info',
  '/order',
  '/support',
  '/talk/top.html',
]
/** Of these, what a desktop lays out otherwise than a phone: columns, wide tables, the talk service's frame. */
const wideKinds = new Set(kinds.filter((path) => !/gb=7|info|support/.test(path)))
/** Of the wide ones, one of each frame and the widest table: elsewhere the colours are those that the phone has shown. */
const wideColours = new Set(['/', '/fee?gb=5&lines=2&kind=voice', '/talk/top.html'])

// axe tries a style of its own, which the page's policy refuses.
test.use({ expectedConsole: /Applying inline style/ })

const expectNoOverflow = (page: Page, path: string) =>
  expect
    .soft(page.locator('html'), path)
    .toHaveJSProperty('scrollWidth', page.viewportSize()?.width ?? 0)

test.describe('ページの種類ごと', () => {
  test.use(phone)
  const half = Math.ceil(kinds.length / 2)
  for (const part of [kinds.slice(0, half), kinds.slice(half)])
    test(`375pxの電話でも1280pxの画面でも、axeの指摘がなく、はみ出さない：${part.join('、')}`, async ({
      page,
    }) => {
      test.setTimeout(part.length * 20_000)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const path of part) {
        await page.setViewportSize(phone.viewport)
        await open(page, path)
        expect.soft(await findings(page), path).toEqual([])
        await expectNoOverflow(page, path)
        if (!wideKinds.has(path)) continue
        // A text of our editors has a version for the width, which is read anew.
        const isText = !path.startsWith('/developers/')
        const arriving = isText && page.waitForResponse(/\/views\/.*\.default\.html$/)
        await resize(page, 1280, 900)
        await arriving
        await expectNoOverflow(page, path)
        if (wideColours.has(path))
          expect.soft(await findings(page, undefined, seenRules), path).toEqual([])
      }
    })
})

/** The pages of one folder are opened one after the other, as a visitor would: what they share is loaded once. */
function byFolder(all: string[]) {
  return Map.groupBy(all, (path) => {
    const [, folder = '', page] = path.split('/')
    return page === undefined ? 'ひとつだけのページ' : folder
  })
}

for (const { name, device, inPart } of [
  { name: '375px', device: phone, inPart: paths.filter((path) => !kinds.includes(path)) },
  { name: '1280px', device: wide, inPart: paths.filter((path) => !wideColours.has(path)) },
])
  test.describe(`axeの指摘がない：${name}、ほかのページ`, { tag: '@long' }, () => {
    test.use(device)
    for (const [folder, inFolder] of byFolder(inPart))
      test(`${folder}（${inFolder.length}）`, async ({ page }) => {
        test.setTimeout(inFolder.length * 15_000)
        await page.emulateMedia({ reducedMotion: 'reduce' })
        for (const path of inFolder) {
          await open(page, path)
          expect.soft(await findings(page), path).toEqual([])
          await expectNoOverflow(page, path)
        }
      })
  })
