import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { logIn, test, type OwnPortal } from './own-portal.ts'
import {
  entry,
  heading,
  looksRight,
  press,
  pressTwice,
  printsRight,
  reaches,
  standing,
} from './procedures-screen.ts'

// axe tries a style of its own, which the page's policy refuses; 4xx answers what must be refused.
test.use({
  life: 'sim',
  expectedConsole: /Applying inline style|status of 4\d\d/,
})
// The tests are one life: the clock only goes on. The same without script, and not looked at: tests/api/sim-walk.test.ts.
test.describe.configure({ mode: 'serial', timeout: 420_000 })

const tablet = '家のタブレット'
/** What each makes the stand-in do: docs/outside-systems.md 2.6. */
const eids = {
  twice: '8904 9032 0000 0000 0000 0000 0062 9402',
  reject: '8904 9032 0000 0000 0000 0000 0049 9422',
}

/** 入力 of a line's change, up to 確認. */
async function toConfirm(
  page: Page,
  line: string,
  choices: { what: RegExp; choice: RegExp; size: 'nano' | 'esim'; eid?: string },
) {
  await page.goto('/mypage/sim/change.html')
  await page.locator('.card', { hasText: line }).getByRole('link', { name: choices.what }).click()
  await page.getByRole('radio', { name: choices.choice }).check()
  await page.locator(`input[name="size"][value="${choices.size}"]`).check()
  if (choices.eid) await page.getByLabel(/^EID/).fill(choices.eid)
  await press(page, '費用と日程を確認する')
  await expect(heading(page, /の確認$/)).toBeVisible()
}

const card = { what: /サイズ変更・再発行/, choice: /^故障・破損/, size: 'nano' } as const
const profile = { what: /サイズ変更・再発行/, choice: /^機種変更/, size: 'esim' } as const

/** 確認 to the order's page; a double click is one order. */
async function order(page: Page, button: RegExp): Promise<string> {
  // Where the number changes, that was read: the reissue of a SIM asks for no such word.
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await pressTwice(page, button)
  await expect(heading(page, /受付$/)).toBeVisible()
  await page.getByRole('link', { name: 'お手続き状況を見る' }).click()
  await expect(page.getByRole('heading', { name: 'これまでの経過と予定' })).toBeVisible()
  return new URL(page.url()).searchParams.get('no') ?? ''
}

/** The steps that have been taken, by their titles. */
const stepsTaken = (page: Page) =>
  page.locator('#timeline li:is(.timeline__done, .timeline__current)')

async function openOrder(page: Page, orderNo: string) {
  await logIn(page, 'suzuki')
  await page.goto(`/mypage/order.html?no=${orderNo}`)
}

async function carrierFault(portal: OwnPortal, fault: { mode: string; target?: string }) {
  const answer = await fetch(`${portal.carrierUrl}/__faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  })
  expect(answer.status).toBe(200)
}

test(
  '追加できない人には、どの決まりで、代わりに何ができるかが書いてある',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'suzuki', '/mypage/sim/add.html')
    await expect(page.locator('main .notice--warning')).toContainText('3回線まで')
    await looksRight(page, 'add-limit')
    await logIn(page, 'sato', '/mypage/sim/add.html')
    await expect(page.locator('main .notice--warning')).toContainText('シェアできる容量')
    await logIn(page, 'takahashi', '/mypage/sim/change.html')
    await expect(page.locator('main .notice--warning')).toHaveCount(2)
    await looksRight(page, 'change-refused')
  },
)

test(
  '再発行：発送までは取り消せる。伝票番号が出て、届いたら選んだ時刻に切り替わる',
  { tag: '@long' },
  async ({ page, portal }) => {
    await logIn(page, 'suzuki', '/mypage/sim/change.html')
    await looksRight(page, 'change-choice')
    await toConfirm(page, '蓮', card)
    await expect(entry(page, '取り消し')).toContainText('SIMの発送前まで')
    await expect(page.locator('#change')).toContainText('2026年11月分の請求に含めます')
    await looksRight(page, 'reissue-confirm')
    await printsRight(page, 'reissue-confirm')
    const withdrawn = await order(page, /SIMの発行を申し込む/)
    await reaches(page, '準備中')
    await looksRight(page, 'order-preparing')
    await page.getByRole('link', { name: 'お申し込みを取り消す' }).click()
    await looksRight(page, 'order-withdraw')
    await press(page, 'お申し込みを取り消す')
    await reaches(page, '取り消し済み')
    await looksRight(page, 'order-withdrawn')

    await toConfirm(page, '蓮', card)
    const orderNo = await order(page, /SIMの発行を申し込む/)
    expect(orderNo).not.toBe(withdrawn)
    await page.goto('/mypage/sim/change.html')
    await expect(page.locator('.card', { hasText: '蓮' })).toContainText('重ねて申し込めません')
    await portal.clock.to('2026-11-29T15:05')
    await openOrder(page, orderNo)
    await reaches(page, '発送済み')
    await expect(page.locator('main')).toContainText(/伝票番号 \d{12}/)
    await expect(page.getByRole('link', { name: 'お申し込みを取り消す' })).toHaveCount(0)
    await expect(page.locator('main')).toContainText('発送または切り替えの準備が終わっているため')
    await looksRight(page, 'order-shipped')

    await portal.clock.to('2026-11-30T11:05')
    await openOrder(page, orderNo)
    await reaches(page, '切り替え待ち')
    await looksRight(page, 'order-switch-ready')
    await page.getByRole('link', { name: '切り替えの日時を選ぶ' }).click()
    await page.getByLabel('切り替える日時').selectOption({ label: '2026年11月30日（月）20:00' })
    await looksRight(page, 'order-choose-hour')
    await press(page, 'この日時で切り替える')
    await expect(standing(page)).toHaveText('切り替えの予約済み')
    await expect(entry(page, '切り替えの日時')).toHaveText('2026年11月30日（月）20:00')
    await looksRight(page, 'order-hour-chosen')
    await page.goto('/mypage/deadline.html')
    await expect(page.locator('main')).toContainText('SIMの切り替え')
    const calendar = await page.request.get(`/calendar/order/${orderNo}.ics`)
    expect(await calendar.text()).toContain('BEGIN:VEVENT')
    await portal.clock.to('2026-11-30T20:05')
    await openOrder(page, orderNo)
    await reaches(page, '完了')
    await looksRight(page, 'order-switched')
  },
)

test(
  'eSIM：応答がないあいだも二重には申し込まれず、コードで端末に入れ、切り替え中と分かる',
  { tag: '@long' },
  async ({ page, portal }) => {
    await logIn(page, 'suzuki', '/mypage/sim/change.html')
    await carrierFault(portal, { mode: 'down' })
    // This chip's reports come twice.
    await toConfirm(page, '健一', { ...profile, eid: eids.twice })
    await expect(entry(page, '取り消し')).toContainText('eSIMのプロファイルができるまで')
    await looksRight(page, 'esim-confirm')
    const orderNo = await order(page, /SIMの発行を申し込む/)
    await reaches(page, '応答の確認中')
    await looksRight(page, 'order-unanswered')
    await carrierFault(portal, { mode: 'off' })
    await portal.clock.to('2026-11-30T22:06')
    await openOrder(page, orderNo)
    await reaches(page, '切り替え待ち')
    await page.getByRole('link', { name: 'アクティベーションコードを表示する' }).click()
    await expect(page.locator('#esim')).toContainText('LPA:1$smdp.carrier.example$')
    await expect(page.getByRole('img', { name: /QRコード/ })).toBeVisible()
    await looksRight(page, 'esim-code')

    await carrierFault(portal, { mode: 'down' })
    await page.getByRole('link', { name: '切り替えの日時を選ぶ' }).click()
    await press(page, 'この日時で切り替える')
    await expect(standing(page)).toHaveText('切り替え中')
    await reaches(page, '切り替え中')
    await expect(page.getByRole('link', { name: '切り替えの日時を選ぶ' })).toHaveCount(0)
    await looksRight(page, 'order-switching')
    await carrierFault(portal, { mode: 'off' })
    await portal.clock.to('2026-12-01T00:07')
    await openOrder(page, orderNo)
    await reaches(page, '完了')
    await expect(stepsTaken(page)).toHaveCount(4)

    // Refused by the carrier: said at once, free, and it may be ordered again.
    await toConfirm(page, '健一', { ...profile, eid: eids.reject })
    await order(page, /SIMの発行を申し込む/)
    await reaches(page, '手続きできず')
    await looksRight(page, 'order-failed')
  },
)

test(
  '種別変更：本人確認は読み直せる。済むと新しい番号で使い始め、変更の書面が届く',
  { tag: '@long' },
  async ({ page, portal }) => {
    await logIn(page, 'suzuki', '/mypage/sim/change.html')
    await toConfirm(page, tablet, { what: /種別変更/, choice: /^音声/, size: 'nano' })
    await expect(page.locator('main')).toContainText('切り替えのときに決まる新しい番号')
    await looksRight(page, 'kind-confirm')
    await printsRight(page, 'kind-confirm')
    const orderNo = await order(page, /種別変更を申し込む/)
    await expect(standing(page)).toHaveText('本人確認待ち')
    await looksRight(page, 'order-id-check')
    await page.goto('/mypage/sim/change.html')
    await expect(page.locator('.card', { hasText: '蓮' })).toContainText('種別変更')
    await looksRight(page, 'change-blocked-by-kind')

    await page.goto(`/mypage/order.html?no=${orderNo}`)
    await readCard(page, '読み取れない', '一致しない')
    await expect(page.locator('main')).toContainText('一致しなかった項目：住所')
    await expect(page.locator('main')).toContainText('あと2回試せます')
    await looksRight(page, 'order-mismatch')
    await readCard(page, '一致した')
    await reaches(page, '準備中')
    await looksRight(page, 'order-identity-passed')

    await portal.clock.to('2026-12-03T11:05')
    await openOrder(page, orderNo)
    await reaches(page, '切り替え待ち')
    await page.getByRole('link', { name: '切り替えの日時を選ぶ' }).click()
    await press(page, 'この日時で切り替える')
    await reaches(page, '完了')
    await page.goto('/mypage/contract.html')
    await expect(page.locator('main')).toContainText(/070-0000-\d{4}/)
    await looksRight(page, 'contract-after-kind')
    await portal.clock.to('2026-12-03T13:01')
    await logIn(page, 'suzuki', '/mypage/document.html')
    // The contract's own, the line that joined in the summer, the option of this autumn, and this change.
    await expect(page.locator('main .card h2')).toHaveCount(4)
  },
)

/** Goes to the reader and plays the outcomes one after the other, as if the card were held again. */
async function readCard(page: Page, ...outcomes: string[]) {
  await press(page, '本人確認へ進む')
  for (const outcome of outcomes) {
    await page.getByRole('radio', { name: new RegExp(`^${outcome} `) }).check()
    await press(page, 'この結果で進む')
  }
  await expect(page).toHaveURL(/\/mypage\/order\.html\?no=/)
}
