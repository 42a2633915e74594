import { choose, fill, next, register } from './applicant.ts'
import { expect, open, phone, running, test } from './fixtures.ts'
import { heading } from './procedures-screen.ts'

test.use(phone)
test.setTimeout(120_000)

test('入力の途中でログインが切れても、「次へ」を押せば、ログインを経て、入力したまま次の質問に進む', async ({
  page,
  context,
}) => {
  await open(page, '/order/apply/plan')
  await choose(page, 'lines', '1')
  await choose(page, 'plan', '13')
  await next(page)
  await choose(page, 'kind', 'data')
  await next(page)
  await choose(page, 'size', 'nano')
  await next(page)
  await heading(page, '使う方を選んでください').waitFor()
  await choose(page, 'user', 'holder')
  await next(page)
  await heading(page, 'オプションを選んでください').waitFor()
  await next(page)
  await register(page, { name: '春日 ひなた', email: `hinata-${Date.now()}@example.jp` })
  await heading(page, 'ご契約者の情報を入力してください').waitFor()
  await running(page)
  await fill(page, {
    lastName: '春日',
    firstName: 'ひなた',
    lastNameKana: 'カスガ',
    firstNameKana: 'ヒナタ',
    birth: '19920505',
    zipCode: '1540004',
    locality: '世田谷区',
    street: '太子堂3-4-5',
    phone: '09022223333',
  })
  await page.locator('[name="region"]').selectOption('東京都')
  await choose(page, 'gender', 'female')
  await context.clearCookies({ name: 'sid' })
  await next(page)
  await expect(heading(page, 'お支払いのカードを登録します')).toBeVisible()
  // Back is the question, with what was typed; it does not lead on again.
  await page.getByRole('link', { name: '前の質問に戻る' }).click()
  await expect(heading(page, 'ご契約者の情報を入力してください')).toBeVisible()
  await expect(page.locator('[name="street"]')).toHaveValue('太子堂3-4-5')
  // A visit to another's page is one press as well.
  await open(page, '/order/apply/card')
  await running(page)
  await context.clearCookies({ name: 'sid' })
  await next(page, 'カードを登録する')
  await expect(page.locator('[name="number"]')).toBeVisible()
})
