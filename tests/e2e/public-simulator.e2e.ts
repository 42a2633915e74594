import { expect, open, phone, requestsOf, test } from './fixtures.ts'

const total = '#simulation .amount--figure'

test.describe('料金シミュレーション（スクリプトなし）', () => {
  test.use({ javaScriptEnabled: false })

  test('トップの3つの質問から、内訳つきの答えへ進む', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator(total)).toHaveText('1,191円（税込）')
    await page.getByLabel('1か月に使うデータ容量').selectOption('10')
    await page.getByLabel('使う回線の数').selectOption('2')
    await page.getByLabel('電話番号での通話').selectOption('sms')
    await page.getByRole('button', { name: '料金を計算する' }).click()
    await expect(page).toHaveURL('/fee?gb=10&lines=2&kind=sms#simulator')
    // (1,410 + 450) × 1.1 + 3.3 × 2 = 2,052.6
    await expect(page.locator(total)).toHaveText('2,052円（税込）')
    await expect(page.getByLabel('回線の数', { exact: false }).first()).toHaveValue('2')
  })

  test('2回線目と3回線目の欄は、その数を選んだときだけ見える', async ({ page }) => {
    await page.goto('/fee')
    await expect(page.getByLabel('2回線目のSIMの種類')).toBeHidden()
    await page.getByLabel('回線の数').selectOption('3')
    await expect(page.getByLabel('3回線目のSIMの種類')).toBeVisible()
  })

  test('8GB未満の2回線は理由を示し、選べる組み合わせへ案内する', async ({ page }) => {
    await page.goto('/fee?gb=5&lines=2&kind=voice&kind=data')
    const answer = page.locator('#simulation')
    await expect(answer).toContainText('データ容量を分け合えるのは8GB以上です')
    await expect(answer).toContainText('契約はおひとりにつき1つ')
    await page.getByRole('link', { name: '8GBを2回線で分け合う料金を見る' }).click()
    // (1,480 + 400) × 1.1 + 3.3 = 2,071.3
    await expect(page.locator(total)).toHaveText('2,071円（税込）')
  })

  test('間違いは欄の横に示し、入力を残す', async ({ page }) => {
    await page.goto('/fee?gb=3&lines=1&kind=voice&minutes=たくさん')
    const field = page.getByLabel('1か月の通話（分）')
    await expect(field).toHaveValue('たくさん')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    const error = '通話の分数を0から44,640までの数字で入力してください。'
    await expect(page.locator('#ask-minutes-error')).toHaveText(error)
    await expect(page.locator('.error-summary a')).toHaveAttribute('href', '#ask-minutes')
  })

  test('内訳は、足すと合計になる項目と計算の式を示す', async ({ page }) => {
    await page.goto('/fee?gb=3&lines=1&kind=voice&minutes=30&calls=3&option=tenMinuteCalls')
    await page.getByText('内訳を見る').click()
    const table = page.getByRole('table', { name: '毎月の料金' })
    await expect(table).toContainText('基本料金 3GB（音声通話SIM）')
    await expect(table).toContainText('1,080円 × 1か月（税抜）')
    await expect(table).toContainText('10分かけ放題')
    // 1,188 + 770 + 3.3: three calls of ten minutes are free.
    await expect(table).toContainText('1,961円')
  })
})

test.describe('料金シミュレーション', () => {
  test('選ぶとすぐに答えが変わり、URLがその答えを指す', async ({ page }) => {
    await open(page, '/fee')
    await expect(page.locator(total)).toHaveText('1,191円（税込）')
    const requests = requestsOf(page)
    await page.getByLabel('1か月のデータ容量').selectOption('20')
    await expect(page.locator(total)).toHaveText('2,511円（税込）')
    await expect(page).toHaveURL('/fee?gb=20&lines=1&kind=voice')
    expect(requests.every((path) => path.startsWith('/fee/simulation.data?'))).toBe(true)
    await page.getByLabel('回線の数').selectOption('2')
    await page.getByLabel('2回線目のSIMの種類').selectOption('data')
    await expect(page.locator(total)).toHaveText('2,951円（税込）')
    await page.reload()
    await expect(page.locator(total)).toHaveText('2,951円（税込）')
    await expect(page.getByLabel('2回線目のSIMの種類')).toHaveValue('data')
  })

  test('アプリの中で来ても、答えが表示される', async ({ page }) => {
    await open(page, '/')
    await page.locator('footer a[href="/fee"]').first().click()
    await expect(page.locator(total)).toHaveText('1,191円（税込）')
  })

  test('トップでは、選ぶとその場に答えが出て、そのままのリンクがある', async ({ page }) => {
    await open(page, '/')
    await expect(page.locator(total)).toHaveText('1,191円（税込）')
    await page.getByLabel('1か月に使うデータ容量').selectOption('8')
    await expect(page.locator(total)).toHaveText('1,631円（税込）')
    await expect(page.getByRole('link', { name: 'この計算結果へのリンク' })).toHaveAttribute(
      'href',
      '/fee?gb=8&lines=1&kind=voice#simulator',
    )
  })

  test.describe('スマートフォン', () => {
    test.use(phone)
    test('欄を直しても画面の位置は動かない', async ({ page }) => {
      await open(page, '/fee')
      await page.getByLabel('回線の数').scrollIntoViewIfNeeded()
      const before = await page.evaluate(() => scrollY)
      await page.getByLabel('1か月のデータ容量').selectOption('10')
      await expect(page.locator(total)).toHaveText('1,851円（税込）')
      expect(await page.evaluate(() => scrollY)).toBe(before)
    })
  })
})
