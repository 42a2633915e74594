import type { APIRequestContext, Page } from '@playwright/test'
import { expect, open, running, shifts } from './fixtures.ts'
import { test, type Outside } from './outside.ts'
import { waited } from '../waited.ts'

// One portal, whose provider fails for everybody at once.
test.describe.configure({ mode: 'default' })

const MINUTE_MS = 60_000
/** The provider's parts are waited for 1 s; the rest is for making the page on a machine that runs other tests too. */
const PAGE_WITHIN_MS = 5000
/** quality R14 */
const ANSWER_WITHIN_MS = 3000

/** The provider's parts of a page: its header's links, its head tags, the class of its wrapper. */
const providerPartsIn = (html: string) => ({
  header: html.includes('provider-navi__links'),
  footer: html.includes('provider-footer__links'),
  head: html.includes('name="provider-navi"'),
  wrapper: html.includes('provider-main'),
})
const whole = { header: true, footer: true, head: true, wrapper: true }
const empty = { header: false, footer: false, head: false, wrapper: false }

async function pageOf(request: APIRequestContext, path: string, headers = {}) {
  const { result: answer, ms } = await waited(request.get(path, { headers }))
  const html = await answer.text()
  expect(answer.status()).toBe(200)
  expect(html).toMatch(/<h1/)
  expect(html).toContain('site-footer')
  return { parts: providerPartsIn(html), ms }
}

const asMember = ({ secret, token }: Outside) => ({
  cookie: `sid=${secret}; XSRF-TOKEN=${token}`,
})

test.describe('R12：提供元の共通ヘッダーが得られないとき', () => {
  const faults = {
    止まっている: ['down'],
    黙っている: ['silent'],
    // An answer later than a second comes too late, whatever else the machine is doing.
    '1秒かかる': ['slow', 1000],
    '2MBある': ['huge'],
    壊れている: ['malformed'],
  } as const
  for (const [name, [mode, delayMs]] of Object.entries(faults)) {
    test(`${name}：ページは待たせずに開き、その部分だけが空になり、直れば戻る`, async ({
      request,
      outside,
    }) => {
      await outside.advance(11 * MINUTE_MS)
      await outside.fault(mode, '/navi', delayMs)
      const opened = await Promise.all([
        pageOf(request, '/fee'),
        pageOf(request, '/mypage/top.html', asMember(outside)),
      ])
      for (const { parts, ms } of opened) {
        expect(parts).toEqual(empty)
        expect(ms).toBeLessThan(PAGE_WITHIN_MS)
      }
      await outside.fault('off')
      await outside.advance(5_000)
      await expect.poll(async () => (await pageOf(request, '/fee')).parts).toEqual(whole)
      expect((await pageOf(request, '/mypage/top.html', asMember(outside))).parts).toEqual(whole)
    })
  }

  test('写しは10分までしか見せない', async ({ request, outside }) => {
    await outside.advance(11 * MINUTE_MS)
    await expect.poll(async () => (await pageOf(request, '/fee')).parts).toEqual(whole)
    await outside.fault('down', '/navi')
    const shownAfterMinutes: number[] = []
    for (let minutes = 2; minutes <= 12; minutes += 2) {
      await outside.advance(2 * MINUTE_MS)
      // A page that has aged is shown once more while it is made anew.
      await pageOf(request, '/fee')
      const { parts } = await pageOf(request, '/fee')
      if (parts.header) shownAfterMinutes.push(minutes)
      else expect(parts).toEqual(empty)
    }
    expect(shownAfterMinutes).toEqual(expect.arrayContaining([2, 4]))
    expect(Math.max(...shownAfterMinutes)).toBeLessThanOrEqual(10)
  })

  test('画面では、自社のヘッダーで移動でき、何も動かず、直ったあとに開けば戻っている', async ({
    page,
    outside,
  }) => {
    await outside.advance(11 * MINUTE_MS)
    await outside.fault('silent', '/navi')
    await open(page, '/beginner')
    await expect(page.locator('[data-provider=header]')).toBeEmpty()
    await expect(page.locator('[data-provider=footer]')).toBeEmpty()
    await expect(page.locator('[data-provider=header]')).toHaveCSS('height', '0px')
    await expect(page.locator('.site-header')).toBeInViewport()
    expect(await shifts(page)).toBeLessThanOrEqual(0.02)
    await page.locator('[data-menu=plan]').hover()
    await page.locator('[data-menu=plan] a[href="/option"]').click()
    await expect(page).toHaveURL('/option')
    await outside.fault('off')
    await outside.advance(11 * MINUTE_MS)
    await page.reload()
    await expect(page.locator('[data-provider=header]')).toContainText('ログイン')
  })
})

test.describe('R13：お知らせのスクリプトが働かないとき', () => {
  test.use({ expectedConsole: /announce|ERR_|503|broken|サーバーでエラーを検出しました/ })
  // A script that throws when it begins, on the top page: shell-outside.e2e.ts. Two pages have a script that is silent, the
  // third has no news; the other three are long.
  const faults = [
    {
      name: 'スクリプトが黙っている',
      mode: 'silent',
      target: '/announce/bar.js',
      paths: ['/', '/mypage/top.html'],
    },
    {
      name: 'お知らせが来ない',
      mode: 'silent',
      target: '/announce/items',
      paths: ['/talk/top.html'],
    },
    { name: 'スクリプトが投げる', mode: 'malformed', target: '/announce/bar.js', paths: [] },
  ] as const
  const all = ['/', '/mypage/top.html', '/talk/top.html']

  async function expectUsable(page: Page, outside: Outside, paths: readonly string[]) {
    await page.context().addCookies([
      { name: 'sid', value: outside.secret, url: outside.url },
      { name: 'XSRF-TOKEN', value: outside.token, url: outside.url },
    ])
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await running(page)
      const bar = page.locator('.announce')
      await expect(bar.getByRole('link', { name: 'お知らせ' })).toBeVisible()
      await expect(bar.locator('.announce-bar__item')).toHaveCount(0)
      expect(await shifts(page)).toBeLessThanOrEqual(0.02)
    }
    await page.locator('footer a[href="/option"]').first().click()
    await expect(page).toHaveURL('/option')
  }

  test('スクリプトが黙っていても、お知らせが来なくても、ページは使え、動かない', async ({
    page,
    outside,
  }) => {
    for (const { mode, target, paths } of faults) {
      if (paths.length === 0) continue
      await outside.fault(mode, target)
      await expectUsable(page, outside, paths)
      await outside.fault('off')
    }
  })

  for (const { name, mode, target, paths } of faults)
    test(`${name}：ほかのページも使え、動かない`, { tag: '@long' }, async ({ page, outside }) => {
      await outside.fault(mode, target)
      const asked: readonly string[] = paths
      await expectUsable(
        page,
        outside,
        all.filter((path) => !asked.includes(path)),
      )
    })
})

test.describe('R14：提供元のログインが応えないとき', () => {
  test.use({ expectedConsole: /503/ })
  test('止まっていても黙っていても、日本語でそう伝え、開いているログインは続き、直れば進める', async ({
    page,
    context,
    request,
    outside,
  }) => {
    // The portal has talked to the provider before: it knows its addresses.
    expect((await request.get('/auth/login?back=/fee')).url()).toContain(outside.platform)
    await open(page, '/fee')
    for (const mode of ['down', 'silent'] as const)
      await test.step(mode === 'down' ? '止まっている' : '黙っている', async () => {
        await outside.fault(mode)
        const answer = await waited(request.get('/auth/login?back=/fee', { maxRedirects: 0 }))
        expect(answer.result.headers()['location']).toBe('/auth/failed?reason=unavailable')
        expect(answer.ms).toBeLessThan(ANSWER_WITHIN_MS)
        const open_ = await pageOf(request, '/mypage/top.html', asMember(outside))
        expect(open_.ms).toBeLessThan(ANSWER_WITHIN_MS)
      })
    await page.locator('.site-header__acts a', { hasText: 'マイページ' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ただいまログインできません')
    await expect(page).toHaveURL('/auth/failed?reason=unavailable')
    await outside.fault('off')
    await page.getByRole('link', { name: 'もう一度ログインする' }).click()
    await expect(page.getByLabel('ログインID')).toBeVisible()
    await context.clearCookies()
  })
})
