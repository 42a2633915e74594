import type { Page } from '@playwright/test'
import { expect, typeCode } from './fixtures.ts'
import { logIn, logInByPassword, test } from './own-portal.ts'
import { heading, press, typePasswordAgain, untilShown } from './procedures-screen.ts'

const main = (page: Page) => page.locator('main')
const mnpNumber = (page: Page) => page.locator('.amount--figure')
const notices = async (page: Page) => {
  await page.goto('/mypage/notices.html')
  return main(page)
}

/** To 確認, on which the box has to be ticked. */
async function confirm(page: Page, button: string, name: string) {
  await press(page, button)
  await expect(heading(page, name)).toBeVisible()
  await page.getByRole('checkbox').check()
}

/** A change to 8 GB that waits until the number is no longer valid. */
async function queueSize(page: Page) {
  await page.goto('/mypage/plan/change.html?step=confirm&plan=18')
  await press(page, '受け付けられるようになったら自動で申し込む')
  await expect(heading(page, 'お手続き状況')).toBeVisible()
  await expect(page.locator('#queue')).toContainText('データ容量の変更（8GBへ）')
}

/** Behind a SIM that is on its way it waits; its last day counts from today all the same. */
async function queueTanakasCancellation(page: Page) {
  await logIn(page, 'tanaka', '/mypage/sim/cancel.html')
  await confirm(page, '解約の内容を確認する', '解約の確認')
  await expect(main(page)).toContainText('お申し込みの日から決まり、待っても変わりません')
  await press(page, '解約を予約する')
  await expect(page.locator('#receipt')).toContainText('順番待ち')
}

// Two days of five members, in the order in which they happen. 400 and 409 are what refusals answer.
test.describe.configure({ mode: 'serial', timeout: 420_000 })
test.use({
  life: 'endings',
  expectedConsole: /status of 4(00|03|09|22)/,
})
test.beforeAll(async ({ portal }) => {
  // A day of the clock: a hook has a minute of its own, which a busy machine may take.
  test.setTimeout(300_000)
  await portal.clock.to('2026-11-29T10:00')
})

test('止まっている高橋さんは、カードを替えて未払いの料金を支払うと、その場でご利用が再開する', async ({
  page,
}) => {
  await logIn(page, 'takahashi', '/mypage/top.html')
  await expect(main(page)).toContainText('ご利用を停止しています')
  await main(page)
    .getByRole('link', { name: /支払う/ })
    .first()
    .click()
  await expect(heading(page, '料金のお支払い')).toBeVisible()
  await page.getByRole('link', { name: /この月だけ支払う.*2026年9月分/ }).click()
  await expect(heading(page, 'お支払いの確認')).toBeVisible()
  await expect(main(page)).toContainText('お支払いが済むと、すぐに再開します')
  const pay = page.getByRole('button', { name: /円を支払う$/ })
  await pay.click()
  await expect(main(page)).toContainText('利用できる金額を超えているため')

  await main(page).getByRole('link', { name: 'カードを変更する' }).click()
  await press(page, 'カードを変更する')
  await page.getByLabel('カード番号').fill('4242 4242 4242 4242')
  await page.getByLabel('有効期限（月/年）').fill('09/30')
  await page.getByLabel('名義（カードの表記どおり）').fill('TAKAHASHI')
  await press(page, 'このカードに変更する')
  await expect(main(page)).toContainText('カードを変更しました。')
  await expect(main(page)).toContainText('Visa 末尾4242')
  await pay.click()
  await expect(heading(page, 'お支払いの結果')).toBeVisible()
  await expect(main(page)).toContainText('ご利用を再開しました')
  await page.goto('/mypage/top.html')
  await expect(main(page)).not.toContainText('ご利用を停止しています')
})

/** Takes the booked cancellation back. */
async function undo(page: Page) {
  await page.goto('/mypage/sim/cancel.html')
  await page.getByRole('link', { name: '解約の予約を取り消す' }).click()
  await press(page, '解約の予約を取り消す')
  await expect(page).toHaveURL(/\?done=/)
  await expect(main(page)).toContainText('取り消し済み')
  await expect(heading(page, '解約予約の取り消し')).toBeVisible()
}

test('パスワードだけのログインは転出・SIMの手続きの前にコードを、古いログインは解約の前にパスワードを確かめ、選んだままの確認に戻る', async ({
  page,
  portal,
}) => {
  await logInByPassword(page, 'kobayashi', '/mypage/sim/change.html')
  await page
    .getByRole('link', { name: /サイズ変更・再発行/ })
    .first()
    .click()
  await page.getByRole('radio', { name: /^機種変更/ }).check()
  await page.getByRole('radio', { name: /^eSIM 端末/ }).check()
  await page.getByLabel(/^EID/).fill('8904 9032 0000 0000 0000 0000 0027 0017')
  await press(page, '費用と日程を確認する')
  await expect(heading(page, 'SIMのサイズ変更・再発行の確認')).toBeVisible()
  await press(page, /申し込む$/)
  await typeCode(page)
  // What was pressed before the code goes on by itself.
  await expect(heading(page, 'SIMのサイズ変更・再発行の受付')).toBeVisible()

  await logInByPassword(page, 'suzuki', '/mypage/sim/cancel.html')
  await page.getByRole('radio', { name: /一部の回線だけ/ }).check()
  await page.getByRole('checkbox', { name: /家のタブレット/ }).check()
  await confirm(page, '解約の内容を確認する', '解約の確認')
  await portal.clock.move('+11min')
  await press(page, '解約を予約する')
  await typePasswordAgain(page, 'suzuki')
  await expect(heading(page, '解約の受付')).toBeVisible()
  await undo(page)

  await logInByPassword(page, 'sato', '/mypage/portout.html')
  await confirm(page, '転出の内容を確認する', 'MNP転出の確認')
  await press(page, 'MNP予約番号の発行を申し込む')
  await typeCode(page)
  await expect(heading(page, 'MNP予約番号')).toBeVisible()
  await portal.clock.move('+5min')
  await untilShown(page, '2026年12月13日（日）まで')
  await expect(mnpNumber(page)).toHaveText(/^\d\d-\d{3}-\d{5}$/)
})

test('番号が有効なあいだに断られたデータ容量の変更は、空く日が出て、自動で頼め、取り下げられる', async ({
  page,
}) => {
  await logIn(page, 'sato', '/mypage/plan/change.html')
  await expect(page.locator('.notice--warning')).toContainText(
    '2026年12月14日（月）から手続きできます',
  )
  await queueSize(page)
  await expect(page.locator('#queue')).toContainText('手続きできる見込み：2026年12月14日（月）')
  await press(page, '順番待ちを取り下げる')
  // While it is being sent the button has another name: only the answer says that it is done.
  await expect(page.locator('#queue')).toHaveCount(0)
  await queueSize(page)
})

test('解約は予約し、取り消し、また予約できる。1回線でも、ご契約のすべてでも', async ({ page }) => {
  const bookTablet = async () => {
    await page.goto('/mypage/sim/cancel.html')
    await page.getByRole('radio', { name: /一部の回線だけ/ }).check()
    await page.getByRole('checkbox', { name: /家のタブレット/ }).check()
    await confirm(page, '解約の内容を確認する', '解約の確認')
    await expect(main(page)).not.toContainText('データ容量の変更をお申し込みいただけません')
    await press(page, '解約を予約する')
    await expect(heading(page, '解約の受付')).toBeVisible()
  }
  await logIn(page, 'suzuki', '/mypage/sim/cancel.html')
  await bookTablet()
  await expect(page.locator('#next')).toContainText('2026年11月29日（日）')
  await undo(page)
  await bookTablet()
  await page.goto('/mypage/top.html')
  await expect(main(page)).toContainText(
    '2026年11月30日（月）が最終利用日です。2026年11月29日（日）24:00まで取り消せます。',
  )

  await logIn(page, 'ito', '/mypage/sim/cancel.html')
  await undo(page)
  await page.goto('/mypage/sim/cancel.html')
  await confirm(page, '解約の内容を確認する', '解約の確認')
  await press(page, '解約を予約する')
  await expect(main(page)).toContainText('ご契約の解約を受け付けました')

  await queueTanakasCancellation(page)
})

test('初期契約解除は8日目の24時までに送れば成り立ち、確認を開いたまま日が替わると断られる', async ({
  page,
  portal,
}) => {
  await portal.makeNewcomer({ loginId: 'watanabe', startedOn: '2026-11-22' })
  await portal.makeNewcomer({ loginId: 'okada', startedOn: '2026-11-22' })
  await portal.clock.to('2026-11-29T23:55')
  await logIn(page, 'watanabe', '/mypage/initial-cancel.html')
  await expect(main(page)).toContainText('今日が最後の日です（24:00まで）')
  await confirm(page, '初期契約解除の内容を確認する', '初期契約解除の確認')
  // Once for the whole contract, and nothing was called or charged.
  await expect(main(page)).toContainText('3,300円（税込）')
  await press(page, '初期契約解除を申し出る')
  await expect(heading(page, '初期契約解除の受付')).toBeVisible()
  await untilShown(page, '初期契約解除：解除済み')
  await page.goto('/mypage/top.html')
  await expect(main(page)).toContainText('ご契約は終了しました（初期契約解除済み）')
  await expect(main(page)).toContainText('2026年11月29日（日）')
  await expect(await notices(page)).toContainText('初期契約解除が完了しました')
  await page.goto('/mypage/document.html')
  await expect(main(page)).toContainText('2027年2月28日（日）まで')
  await page.goto('/mypage/portout.html')
  await expect(main(page)).toContainText('転出できる回線はありません')

  await logIn(page, 'okada', '/mypage/initial-cancel.html')
  await confirm(page, '初期契約解除の内容を確認する', '初期契約解除の確認')
  await portal.clock.to('2026-11-30T00:00:30')
  await press(page, '初期契約解除を申し出る')
  await expect(page.getByRole('alert')).toContainText('期間')
  await expect(page.getByRole('button', { name: '初期契約解除を申し出る' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: '通常の解約を見る' })).toBeVisible()
})

test('最終利用日には取り消せず、月が替わると終わり、記録と書面は残る', async ({ page, portal }) => {
  await logIn(page, 'suzuki', '/mypage/sim/cancel.html')
  await expect(main(page)).toContainText('取り消しできる期限を過ぎたため、取り消せません')
  await expect(page.getByRole('link', { name: '解約の予約を取り消す' })).toHaveCount(0)
  await portal.clock.to('2026-12-01T00:05')
  await logIn(page, 'suzuki', '/mypage/contract.html')
  await expect(page.locator('.contract-lines > li', { hasText: '家のタブレット' })).toContainText(
    '2026年11月30日（月）まで',
  )
  await expect(main(page)).toContainText('3,022円')
  await expect(await notices(page)).toContainText('解約が完了しました')
  await page.goto('/mypage/order.html')
  await expect(main(page)).toContainText('進行中のお手続きはありません')

  await logIn(page, 'ito', '/mypage/top.html')
  await expect(main(page)).toContainText('ご契約は終了しました（解約済み）')
  await page.goto('/mypage/document.html')
  await expect(main(page)).toContainText('2027年2月28日（日）まで')
  const href = await page.getByRole('link', { name: /PDFを開く/ }).getAttribute('href')
  expect((await page.request.get(href ?? '')).status()).toBe(200)
  for (const path of ['/mypage/sim/cancel.html', '/mypage/plan/change.html']) {
    await page.goto(path)
    await expect(page.locator('.notice--warning')).toContainText('ご契約が終了しているため')
    await expect(main(page).getByRole('button')).toHaveCount(0)
  }
})

test('転出は番号でもワンストップでもその回線だけを終え、最後の回線とともに契約が終わる', async ({
  page,
  portal,
}) => {
  await logIn(page, 'suzuki', '/mypage/portout.html')
  await page.getByRole('radio', { name: /健一/ }).check()
  await confirm(page, '転出の内容を確認する', 'MNP転出の確認')
  await press(page, 'MNP予約番号の発行を申し込む')
  await expect(heading(page, 'MNP予約番号')).toBeVisible()
  await portal.clock.move('+5min')
  await untilShown(page, '2026年12月15日（火）まで')
  const used = await page.request.post(`${portal.carrierUrl}/mnp/use`, {
    data: {
      number: '09000002001',
      mnpNumber: (await mnpNumber(page).textContent())?.replaceAll('-', ''),
    },
  })
  expect(used.status()).toBe(200)
  await untilShown(page, 'MNP転出：転出済み')
  await expect(main(page)).not.toContainText('新しい番号')

  await page.goto(`${portal.carrierUrl}/one-stop`)
  await page.getByLabel('のりかえる電話番号').fill('090-0000-2002')
  await press(page, '今の契約先へ進む')
  await expect(heading(page, 'MNP転出への同意')).toBeVisible()
  const consent = page.url()
  const elsewhere = new URL(consent)
  elsewhere.searchParams.set('return_url', 'https://evil.example/')
  await page.goto(elsewhere.href)
  await expect(main(page)).toContainText('戻り先が登録されていない')
  await expect(main(page).getByRole('button')).toHaveCount(0)
  await page.goto(consent)
  await page.getByRole('checkbox').check()
  await press(page, '同意する')
  await expect(main(page)).toContainText('同意を受け付けました')
  await page.getByRole('link', { name: '移転先の画面に戻る' }).click()
  await expect(page.locator('body')).toContainText('転出の同意を受け取りました')
  await page.goto(consent)
  await expect(main(page)).toContainText('同意を受け付けました')
  await page.goto('/mypage/portout.html')
  await expect(main(page)).toContainText('みらいの電話（転入先の見本）への転出に同意いただきました')
  await portal.clock.move('+11min')
  await page.goto('/mypage/top.html')
  await untilShown(page, 'ご契約は終了しました（')
})

// Fifteen days of the clock.
test(
  '使われなかった番号は期限の翌日に失効し、順番待ちの変更がひとりでに始まる',
  { tag: '@long' },
  async ({ page, portal }) => {
    test.setTimeout(1_200_000)
    await logIn(page, 'sato', '/mypage/portout.html')
    await confirm(page, '転出の内容を確認する', 'MNP転出の確認')
    await press(page, 'MNP予約番号の発行を申し込む')
    await expect(heading(page, 'MNP予約番号')).toBeVisible()
    await portal.clock.move('+5min')
    await untilShown(page, '2026年12月13日（日）まで')
    await queueSize(page)
    await queueTanakasCancellation(page)
    await portal.clock.to('2026-12-14T00:05')
    await logIn(page, 'sato', '/mypage/portout.html')
    await expect(page.locator('.notice--warning')).toContainText(
      '2026年12月15日（火）から手続きできます',
    )
    await page.goto('/mypage/plan/change.html')
    await expect(main(page)).toContainText('2027年1月1日（金）に、3GBから8GBへ変わります')
    await page.goto('/mypage/order.html')
    await expect(page.locator('#queue')).toContainText('開始済み')
    await expect(await notices(page)).toContainText('順番待ちの手続きを始めました')

    // Wished for in November, it ended with November, although a SIM order was still under way.
    await logIn(page, 'tanaka', '/mypage/sim/cancel.html')
    await expect(main(page)).toContainText('ご契約が終了しているため')
    await expect(await notices(page)).toContainText('解約が完了しました')
  },
)
