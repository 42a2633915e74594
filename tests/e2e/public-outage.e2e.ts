import { expect, open, phone } from './fixtures.ts'
import { logIn, test } from './own-portal.ts'

test.describe.configure({ mode: 'serial', timeout: 120_000 })
// What is on the board is on every page of everybody (`aside` in playwright.config.ts).
test.use(phone)

const title = '首都圏でデータ通信がつながりにくい状態'
const other = '通話がつながりにくい状態'
const strip = '.outage-strip'
const pages = ['/', '/fee', '/support', '/order', '/history', '/no-such-page', '/talk/top.html']

let outageId = ''

test('障害を登録して5秒あとには、どの公開ページの最初にも、何が、どこで、いつからかが出る', async ({
  request,
  portal,
}) => {
  for (const path of pages) expect(await (await request.get(path)).text()).not.toContain(title)
  outageId = await portal.openOutage({ title, areas: ['東京都', '神奈川県'] })
  const openedAt = performance.now()
  await expect
    .poll(async () => (await request.get('/')).text(), { intervals: [100] })
    .toContain(title)
  expect(performance.now() - openedAt).toBeLessThan(5_000)
  for (const path of pages) {
    const html = await (await request.get(path)).text()
    const strip = html.indexOf('class="outage-strip')
    expect(strip, path).toBeGreaterThan(html.indexOf('</header>'))
    expect(strip, path).toBeLessThan(html.indexOf('<main'))
    expect(html.slice(strip, html.indexOf('</aside>', strip)).replaceAll(/<[^>]*>/g, '')).toContain(
      `障害が発生しています${title}（東京都・神奈川県、2026年11月28日（土）`,
    )
  }
  expect(await (await request.get('/fee?navi=none')).text()).not.toContain('outage-strip')
})

test('サポートは、いま起きていることを本文でも知らせ、一覧へ導く。マイページでも最初に出る', async ({
  page,
}) => {
  await open(page, '/support')
  const live = page.locator('main .outages-now')
  await expect(live.getByRole('link', { name: title })).toBeVisible()
  await page.locator(strip).getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/info/outage.html#${outageId}`)
  await expect(page.getByRole('heading', { name: title })).toBeInViewport()
  await expect(page.locator('main')).not.toContainText('いま起きている障害はありません')

  await logIn(page, 'sato', '/mypage/top.html')
  await expect(page.locator(strip)).toBeInViewport({ ratio: 1 })
  await expect(page.locator(strip)).toContainText(title)
})

test('開いたままのページで別のページへ移ると、あとから起きた障害も出て、終われば消える', async ({
  page,
  portal,
}) => {
  await portal.closeOutage(outageId)
  await expect
    .poll(async () => (await page.request.get('/fee')).text())
    .not.toContain(strip.slice(1))
  await page.clock.install()
  await open(page, '/fee')
  await expect(page.locator(strip)).toHaveCount(0)
  const second = await portal.openOutage({ title: other, areas: [] })
  // The web has it a second later.
  await expect
    .poll(async () => (await page.request.get('/info/outage.json')).text())
    .toContain(other)
  // Who moves on at once is not asked for again: the page is of the moment it was opened.
  await page.clock.fastForward(31_000)
  await page.locator('.site-footer a[href="/accessibility"]').first().click()
  await expect(page.locator(strip)).toContainText(`障害が発生しています${other}（2026年11月28日`)
  await portal.closeOutage(second)
  await expect
    .poll(async () => (await page.request.get('/fee')).text())
    .not.toContain(strip.slice(1))
})
