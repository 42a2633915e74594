import type { Page } from '@playwright/test'
import { scan } from '../api/heirs.ts'
import { fill, holdDocument, typeCard } from './applicant.ts'
import { logInAtDesk } from './desk.ts'
import { expect, phone } from './fixtures.ts'
import { logIn, test } from './own-portal.ts'
import { heading, press } from './procedures-screen.ts'

const main = (page: Page) => page.locator('main')
const step = (page: Page, name: string) =>
  main(page).locator('.succession-steps > li').filter({ hasText: name })

test.describe.configure({ mode: 'serial', timeout: 300_000 })
test.use({
  ...phone,
  life: 'succession',
  javaScriptEnabled: false,
  expectedConsole: /status of 4\d\d/,
})

test('スクリプトなしで、ご家族が書類を添えて申し込み、担当者が受け付けると、同じ番号がご家族のマイページに出る', async ({
  page,
  portal,
}) => {
  await page.goto('/order/holder')
  await page.getByRole('link', { name: 'お手続きを見る' }).click()
  await heading(page, 'ご契約者が亡くなったとき').waitFor()
  await expect(main(page).getByText('お悔やみ申し上げます')).toHaveCount(1)
  await page.getByRole('link', { name: 'お手続きを始める・続ける' }).click()
  await heading(page, '名義変更（承継）のお手続き').waitFor()
  await logIn(page, 'watanabe', '/order/succession/apply')

  await step(page, '亡くなった方のご契約').getByRole('link', { name: '入力する' }).click()
  await heading(page, '亡くなった方のご契約').waitFor()
  await press(page, '確認して進む')
  const deceased = {
    phone: '090-0000-1001',
    lastNameKana: 'サトウ',
    firstNameKana: 'ミサキ',
    birth: '19940518',
    diedOn: '20261101',
  }
  await fill(page, { ...deceased, birth: '19940519' })
  await page.locator('[name="relation"]').selectOption({ label: '兄弟姉妹' })
  await page.locator('[name="wish"][value="take_over"]').check()
  await press(page, '確認して進む')
  await expect(main(page)).toContainText('合うご契約が見つかりませんでした')
  await fill(page, { birth: '19940518' })
  await press(page, '確認して進む')
  await heading(page, '名義変更（承継）のお手続き').waitFor()

  await step(page, 'お手続きをする方').getByRole('link').click()
  await heading(page, 'お手続きをする方').waitFor()
  await press(page, '保存して進む')

  await step(page, '書類').getByRole('link').click()
  await page.getByLabel('書類のファイル').setInputFiles({
    name: 'memo.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('戸籍'),
  })
  await press(page, 'この書類を添える')
  await expect(main(page)).toContainText('読み取れない形式のファイルです')
  await page.getByLabel('書類のファイル').setInputFiles({
    name: 'koseki.pdf',
    mimeType: 'application/pdf',
    buffer: scan(),
  })
  await press(page, 'この書類を添える')
  await expect(main(page)).toContainText('書類1（PDF・1 KB）')
  await page.getByRole('link', { name: 'お手続きの一覧に戻る' }).click()

  await press(page, '本人確認を始める')
  await holdDocument(page)
  await heading(page, '名義変更（承継）のお手続き').waitFor()
  await press(page, 'カードを登録する')
  await typeCard(page, 'WATANABE')
  await heading(page, '名義変更（承継）のお手続き').waitFor()

  await page.getByRole('link', { name: '内容を確認する' }).click()
  await page.getByLabel('内容と重要事項を確認しました').check()
  await press(page, 'この内容で申し込む')
  await expect(main(page)).toContainText('書類の確認中')
  const orderNo = (await page.locator('.order-no').textContent()) ?? ''
  expect(orderNo).toMatch(/^SC-/)

  await acceptAtDesk(page, portal.consoleUrl)
  await portal.clock.move('+2h')
  await logIn(page, 'watanabe')
  await page.goto('/order/succession/apply')
  await expect(main(page)).toContainText('ご契約者への確認中')
  await portal.clock.move('+73h')

  await page.context().clearCookies()
  await page.goto('/order/succession/status')
  await fill(page, { orderNo, birth: '19990714' })
  await press(page, '状況を確認する')
  await expect(main(page)).toContainText('ご契約を引き継ぎました')
  await logIn(page, 'watanabe', '/mypage/contract.html')
  await expect(main(page)).toContainText('090-0000-1001')
  await logIn(page, 'sato')
  await page.goto('/mypage/contract.html')
  await expect(main(page)).not.toContainText('090-0000-1001')
})

/** Two people of the staff, without the shell: one looks at the paper and proposes, the other reads the facts and approves. */
async function acceptAtDesk(page: Page, consoleUrl: string) {
  await logInAtDesk(page, consoleUrl, 'fukuda', '/queue/succession')
  await page.getByRole('button', { name: '次の1件' }).click()
  await page.getByRole('button', { name: '内容を表示する' }).click()
  await expect(main(page)).toContainText('亡くなった日')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: '書類1を開く' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/u)
  await page.getByText('承継を承認する（2人で行う）').click()
  await page.getByLabel('提案の理由').fill('戸籍で、亡くなった日と続柄を確かめました。')
  await page.getByRole('button', { name: '提案する' }).click()
  await expect(main(page)).toContainText('提案した本人は承認できません')
  const proposal = new URL(page.url()).pathname
  await logInAtDesk(page, consoleUrl, 'sasaki', proposal)
  await page.getByText('承認して実行する…').click()
  await page.getByRole('button', { name: '承認して実行する' }).click()
  await expect(page.getByRole('status')).toHaveText('承認し、実行しました。')
}

test.describe('スクリプトがあるとき', () => {
  test.use({ javaScriptEnabled: true })

  test('入力の途中でログインが切れても、ログインを経て、入力したまま次に進む', async ({
    page,
    portal,
  }) => {
    await logIn(page, 'kobayashi', '/order/succession/contract')
    await fill(page, {
      phone: '090-0000-2001',
      lastNameKana: 'スズキ',
      firstNameKana: 'ケンイチ',
      birth: '19791103',
      diedOn: '20261101',
    })
    await page.locator('[name="relation"]').selectOption({ label: '子' })
    await page.locator('[name="wish"][value="end"]').check()
    await portal.leaveUnused(30)
    await press(page, '確認して進む')
    await expect(step(page, '亡くなった方のご契約')).toContainText('スズキ ケンイチ様のご契約')
    await expect(page).toHaveURL(/succession\/apply$/)

    // What the rule refuses comes back with all that was typed.
    await page.goto('/order/succession/contract')
    await fill(page, { phone: '090-0000-9999', diedOn: '20261102' })
    await portal.leaveUnused(30)
    await press(page, '確認して進む')
    await expect(main(page)).toContainText('合うご契約が見つかりませんでした')
    await expect(page).toHaveURL(/succession\/contract$/)
    for (const [name, value] of [
      ['phone', '090-0000-9999'],
      ['firstNameKana', 'ケンイチ'],
      ['diedOn', '2026-11-02'],
      ['relation', 'child'],
    ] as const)
      await expect(page.locator(`[name="${name}"]`)).toHaveValue(value)
    await expect(page.locator('[name="wish"][value="end"]')).toBeChecked()
  })
})
