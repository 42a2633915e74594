import type { Page } from '@playwright/test'
import { logInAtDesk, looksRight } from './desk.ts'
import { expect, running } from './fixtures.ts'
import { logIn, test, type OwnPortal } from './own-portal.ts'
import { PLANTED_CHECKS } from './plant-at-desk.ts'

// What lies in the queues, each to its end in the browser, without the shell.

test.describe.configure({ mode: 'serial', timeout: 300_000 })
test.use({
  life: 'desk',
  viewport: { width: 1280, height: 900 },
  expectedConsole: /status of 4\d\d/,
})

/** The first item of a queue, taken by who is logged in. */
async function takeFirst(page: Page, { consoleUrl }: OwnPortal, queue: string) {
  await page.goto(`${consoleUrl}/queue/${queue}`)
  await running(page)
  await page.getByRole('button', { name: '次の1件' }).click()
  await expect(page.getByRole('status')).toHaveText('次の1件を担当しました。')
}

/** Opens the form of an act, fills it in and decides; the item says until when it can be taken back. */
async function decide(page: Page, act: string, fill: () => Promise<void> = async () => undefined) {
  await page.getByText(`${act}…`).click()
  await fill()
  const press = page.getByRole('button', { name: '決める', exact: true })
  await press.filter({ visible: true }).click()
  await expect(page.getByRole('status')).toContainText('1分後に実行します')
}

/** The carrier is away, until its fault is `off`: what it has not answered is asked again every hour. */
async function carrierIs(mode: 'down' | 'off', { carrierUrl }: OwnPortal) {
  const answer = await fetch(`${carrierUrl}/__faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ mode }),
  })
  expect(answer.ok).toBe(true)
}

const countOf = async (page: Page, { consoleUrl }: OwnPortal, queue: string) => {
  await page.goto(`${consoleUrl}/queue/${queue}`)
  return page.locator('.page-head p').first().innerText()
}

test('どのカードにも返せない返金は、2人がそれぞれ控えを見て打ち込み、1度だけ記録される', async ({
  page,
  portal,
}) => {
  await portal.plant('refund')
  await logInAtDesk(page, portal.consoleUrl, 'ikeda')
  await takeFirst(page, portal, 'refund')
  await page.getByText('振り込みでの返金を記録する（2人で行う）').click()
  await page.getByLabel('振り込んだ日').fill('2026-11-27')
  await page.getByLabel('金額（円）').fill('1631')
  await page.getByLabel('控えの番号').fill('F-20261127-0077')
  await page.getByLabel('口座番号の末尾3けた').fill('418')
  await page.getByLabel('提案の理由').fill('ご指定の口座に振り込みました。')
  await page.getByRole('button', { name: '提案する' }).click()
  await expect(page.getByRole('status')).toContainText('提案しました。')
  const proposal = new URL(page.url()).pathname
  await expect(page.getByText('提案した本人は承認できません')).toBeVisible()

  await logInAtDesk(page, portal.consoleUrl, 'sasaki', proposal)
  await expect(page.locator('main')).not.toContainText('F-20261127-0077')
  await page.getByText('承認して実行する…').click()
  await page.getByLabel('振り込んだ日').fill('2026-11-27')
  await page.getByLabel('金額（円）').fill('1,631')
  await page.getByLabel('控えの番号').fill('F-20261127-0077')
  await page.getByRole('button', { name: '承認して実行する' }).click()
  await expect(page.locator('main')).toContainText('口座番号の末尾3けた')
  await page.getByLabel('金額（円）').fill('1631')
  await page.getByLabel('口座番号の末尾3けた').fill('418')
  await looksRight(page)
  await page.getByRole('button', { name: '承認して実行する' }).click()
  await expect(page.getByRole('status')).toHaveText('承認し、実行しました。')
  await expect(page.locator('main')).toContainText('F-20261127-0077')
  expect(await countOf(page, portal, 'refund')).toBe('0件')
})

test('お申し込みは審査して受け付け、1分後に申し込んだ方に届く', async ({ page, portal }) => {
  await logInAtDesk(page, portal.consoleUrl, 'fukuda')
  await takeFirst(page, portal, 'application')
  await page.getByRole('button', { name: '内容を表示する' }).click()
  await expect(page.locator('main')).toContainText('フリガナ')
  await decide(page, 'お申し込みを審査する', async () => {
    await page.getByLabel('決め方').selectOption({ label: '承認する' })
  })
  await portal.clock.move('+1h')
  await logInAtDesk(page, portal.consoleUrl, 'fukuda')
  expect(await countOf(page, portal, 'application')).toBe('0件')
})

test('答えのない依頼、送れない連絡、確定できない請求は、もう一度行うと列からなくなる', async ({
  page,
  portal,
}) => {
  await carrierIs('down', portal)
  await portal.plant('answer')
  for (const [queue, act, choice] of [
    ['answer', '外部への依頼をもう一度送る'],
    // A code that has failed is sent no more: the member asks for another.
    ['message', '確認事項を処理する', '処理済みにする'],
    ['bill', '請求を確定しなおす'],
  ] as const) {
    await logInAtDesk(page, portal.consoleUrl, 'ikeda')
    const before = Number.parseInt(await countOf(page, portal, queue), 10)
    await takeFirst(page, portal, queue)
    await decide(page, act, async () => {
      if (choice !== undefined) await page.getByLabel('決め方').selectOption({ label: choice })
    })
    await carrierIs('off', portal)
    await portal.clock.move('+1h')
    await logInAtDesk(page, portal.consoleUrl, 'ikeda')
    const after = Number.parseInt(await countOf(page, portal, queue), 10)
    expect([queue, after]).toEqual([queue, before - 1])
  }
})

test('修理・交換の請求は、説明を読んで認めると、会員の画面に次の段階が出る', async ({
  page,
  portal,
}) => {
  await logIn(page, 'kobayashi', '/mypage/device.html')
  await page.getByRole('link', { name: '修理・交換を請求する' }).first().click()
  await page.locator('[name=cause][value=damage]').check()
  await page.locator('[name=happenedOn]').fill((await portal.clock.now()).toString().slice(0, 10))
  await page.getByRole('button', { name: '内容を確認する' }).click()
  await page.locator('[name=story]').fill('=cmd <b>床に落としました</b>')
  await page.locator('[name=agreed]').check()
  await page.getByRole('button', { name: '修理・交換を請求する' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('修理・交換の請求の受付')

  await logInAtDesk(page, portal.consoleUrl, 'fukuda')
  await takeFirst(page, portal, 'claim')
  await page.getByRole('button', { name: '内容を表示する' }).click()
  // What a member wrote is text, whatever it looks like.
  await expect(page.locator('main')).toContainText('=cmd <b>床に落としました</b>')
  await decide(page, '修理・交換の請求を進める', async () => {
    await page.getByLabel('決め方').selectOption({ label: '写真をお願いする' })
  })
  await portal.clock.move('+1h')
  await logIn(page, 'kobayashi', '/mypage/device.html')
  await expect(page.locator('main')).toContainText('写真')
})

/** All twenty in `npm run test:long`. */
const CHECKS = process.env['TEST_LONG'] ? PLANTED_CHECKS : 5

test(`続けて${CHECKS}件の本人確認を、キーだけで終える @looks`, async ({ page, portal }) => {
  await portal.plant('checks')
  await logInAtDesk(page, portal.consoleUrl, 'fukuda', '/queue/identity')
  await page.mouse.move(0, 0)
  const before = Number.parseInt(await page.locator('.page-head p').first().innerText(), 10)
  expect(before).toBeGreaterThanOrEqual(PLANTED_CHECKS)
  for (let n = 1; n <= CHECKS; n += 1) {
    await page.keyboard.press('n')
    await page.waitForURL(/done=next/)
    await running(page)
    const item = new URL(page.url()).searchParams.get('open')
    await page.keyboard.press('r')
    await expect(page.getByRole('table', { name: '項目ごとの照合' })).toBeVisible()
    await page.keyboard.press('d')
    await expect(page.getByLabel('決め方')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.type('住所のわかる書類をお送りください。')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL((url) => url.searchParams.get('done') === 'decide')
    await expect(page.getByRole('status')).toContainText('1分後に実行します')
    expect(new URL(page.url()).searchParams.get('open')).toBe(item)
    await running(page)
  }
  await portal.clock.move('+1h')
  await logInAtDesk(page, portal.consoleUrl, 'fukuda', '/queue/identity')
  expect(await page.locator('.page-head p').first().innerText()).toMatch(
    new RegExp(`^${before - CHECKS}件`),
  )
})
