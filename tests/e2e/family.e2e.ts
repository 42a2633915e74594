import type { Page } from '@playwright/test'
import { attribute, textOf } from '#server/content/html-tree.ts'
import { expect, phone, running, undrawn } from './fixtures.ts'
import { findings } from './findings.ts'
import { logIn, test } from './own-portal.ts'
import { heading, press } from './procedures-screen.ts'

// What needs script or a second tab. Invited, asked, answered and ended without script: tests/http/family-request.test.ts and
// line-cap.test.ts; the rules: src/backend/family and family-request.

const main = (page: Page) => page.locator('main')

test.describe.configure({ mode: 'serial', timeout: 300_000 })
test.use({
  ...phone,
  expectedConsole: /status of 4\d\d|Content Security Policy/,
})

/** Nothing of a screen is wrong for who cannot see it. */
async function seen(page: Page, name: string) {
  expect(await findings(page), name).toEqual([])
  const shots = process.env['E2E_PICTURES']
  if (shots !== undefined)
    await page.screenshot({ path: `${shots}/family-${name}.png`, fullPage: true })
}

/** 蓮 is invited by the holder and has accepted, with the login of somebody who has no contract. */
async function becomeFamily(page: Page) {
  await logIn(page, 'suzuki')
  const form = await (await undrawn(page)).open('/mypage/family.html?invite=1')
  const son = form.elements.find(
    (one) => one.tagName === 'option' && textOf(one).includes('蓮（中学生）'),
  )
  const lineId = (son && attribute(son, 'value')) ?? ''
  const invited = await form.press('招待を作る', { role: 'lineUser', lineId, name: '蓮' })
  const link = /https?:\/\/\S+join\.html\?t=[\w-]{43}/u.exec(invited.text)?.[0] ?? ''
  await logIn(page, 'watanabe')
  const places = await (await (await undrawn(page)).open(link)).press('承諾する')
  await places.press('この契約を開く')
}

test('契約者は、この30日で試してから、蓮さんの上限を1か月5GBに決める。もう使いすぎているので、すぐに低速になる', async ({
  page,
}) => {
  await becomeFamily(page)
  await logIn(page, 'suzuki')
  const top = await (await undrawn(page)).open('/mypage/top.html')
  const [line] = top.links.filter(({ text }) => text.includes('蓮（中学生）'))
  await page.goto(line?.href ?? '')
  await running(page)
  await page.getByRole('link', { name: /上限/ }).first().click()
  await heading(page, /の回線の上限/).waitFor()
  // The sliders come with script; a figure that is typed before it would be taken back.
  await main(page).locator('.cap-slider input').first().waitFor({ state: 'attached' })
  await page.getByRole('radio', { name: '1か月' }).check()
  await page.getByLabel('1か月に高速で使える量', { exact: true }).fill('5000')
  await press(page, 'この30日で試す')
  await expect(main(page)).toContainText('上限があったら')
  await page.getByRole('radio', { name: /わたしに聞く/ }).check()
  await press(page, /1か月5 GBにする/)
  await expect(main(page)).toContainText('今月の上限に届いたため、低速です')
  await seen(page, 'cap')
})

test('蓮さんは＋1GBをお願いする。契約者は金額を見て1回押す。もう1つの画面で押しても、買うのは1回だけで、蓮さんは高速にもどる', async ({
  page,
  context,
}) => {
  await test.step('蓮さんがお願いする', async () => {
    await logIn(page, 'watanabe', '/mypage/family/line.html')
    // Its low speed of the days before may have passed the three-day limit besides.
    await expect(main(page)).toContainText(/いまは(?:さらに)?低速です/)
    await expect(main(page)).toContainText('来月1日 0:00')
    await page.getByRole('radio', { name: '＋1GB' }).check()
    await page.getByLabel('ひとこと').fill('社会の動画の宿題、今日まで')
    await press(page, '鈴木さんにお願いする')
    await expect(main(page)).toContainText('返事を待っています')
    await expect(main(page)).not.toContainText(/円|健一/)
    await seen(page, 'user-waiting')
  })
  await test.step('契約者が返事をする', async () => {
    await logIn(page, 'suzuki', '/mypage/family/request.html')
    await expect(main(page)).toContainText('社会の動画の宿題、今日まで')
    await expect(main(page)).toContainText('11月の請求が')
    await seen(page, 'request')
    const second = await context.newPage()
    await second.goto('/mypage/family/request.html')
    await page.getByRole('link', { name: /ことわる/ }).click()
    await heading(page, 'お願いをことわる').waitFor()
    await page.goBack()
    await press(page, /＋1GB（11月だけ）/)
    await expect(main(page)).toContainText('返事をしました')
    await expect(page).not.toHaveURL(/done=/)
    await press(second, /きょうだけ上限を外す/)
    await expect(main(second)).toContainText('「＋1GBを買う」と返事をしています')
    await second.close()
  })
  await test.step('蓮さんが知る', async () => {
    await logIn(page, 'watanabe', '/mypage/family/line.html')
    await expect(main(page)).toContainText('1GBもらえました')
    await expect(main(page)).toContainText('いまは高速です')
  })
})
