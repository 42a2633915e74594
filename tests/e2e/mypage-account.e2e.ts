import type { Page } from '@playwright/test'
import { expect, logIn, open, test } from './fixtures.ts'
import { looksRight, looksRightToo } from './procedures-screen.ts'

// axe tries a style of its own, which the page's policy refuses.
test.use({ expectedConsole: /Applying inline style|status of 400/ })

const screens = [
  ['user', '/mypage/user.html', 'お客さま情報'],
  ['edit-email', '/mypage/user/edit.html?part=email', '新しいメールアドレス'],
  ['edit-phone', '/mypage/user/edit.html?part=phone', '新しい電話番号'],
  ['edit-name', '/mypage/user/edit.html?part=name', 'フリガナ'],
  ['edit-address', '/mypage/user/edit.html?part=address', '郵便番号'],
  ['personal', '/mypage/personal.html', '本人確認済みの情報'],
  ['held', '/mypage/held.html', '何を、いつまで保存するか'],
  ['logins', '/mypage/user/login.html', 'ログインの記録'],
  ['contact', '/mypage/contact.html', 'これまでのお問い合わせ'],
  ['access', '/mypage/access.html', '当社の担当者が、お客さまの記録を見たこと'],
  ['notice-setting', '/mypage/notice/setting.html', 'お知らせの設定'],
  ['lock', '/mypage/lock.html', '手続きロック（不正防止）'],
  ['point', '/mypage/point.html', 'みのりポイント'],
  ['optin', '/mypage/optin.html', '情報提供'],
  ['enquete', '/mypage/enquete.html', 'アンケート'],
  ['devices-none', '/mypage/device.html', '保証している端末はありません'],
] as const

type Screens = readonly (readonly [name: string, path: string, text: string])[]

/** The screens of these names, and the others. */
function apart(all: Screens, names: readonly string[]) {
  const isNamed = ([name]: Screens[number]) => names.includes(name)
  return { named: all.filter(isNamed), others: all.filter((one) => !isNamed(one)) }
}

// Forms: the name has the check of its kana, the address the help of the postcode, and both are looked at below. What is held is
// the longest table, the logins are cards with a button each, the settings the widest form.
const kinds = apart(screens, ['held', 'logins', 'notice-setting'])

/** Opens each screen and looks at it. */
async function look(page: Page, member: string, own: Screens) {
  for (const [name, path, text] of own) {
    await open(page, path)
    await expect(page.locator('main')).toContainText(text)
    await looksRight(page, `${name}-${member}`)
  }
}

test.describe('お客さまの情報の画面は、はみ出さず、axeの指摘がない', () => {
  for (const { member, which, own, tag } of [
    { member: 'sato', which: '種類ごと', own: kinds.named, tag: [] },
    { member: 'sato', which: '同じ種類', own: kinds.others, tag: ['@long'] },
    { member: 'suzuki', which: 'すべて', own: screens, tag: ['@long'] },
  ])
    test(`${member}、${which}（${own.length}）`, { tag }, async ({ page }) => {
      test.slow()
      await logIn(page, member)
      await look(page, member, own)
    })
})

test('端末と保証の画面は、はみ出さず、axeの指摘がない', { tag: '@looks' }, async ({ page }) => {
  test.slow()
  // Kobayashi has a covered device bought in instalments, and a claim that is over.
  await logIn(page, 'kobayashi')
  await open(page, '/mypage/device.html')
  await looksRightToo(page, 'devices')
  if (process.env['TEST_LONG'])
    for (const [name, link, heading] of [
      ['device-register', '新しい端末へ移す', '端末の登録'],
      ['device-claim-over', 'の破損', '修理・交換の状況'],
    ] as const) {
      await open(page, '/mypage/device.html')
      await page.getByText('端末を替える・登録を外す').click()
      await page.getByRole('link', { name: link }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await looksRight(page, name)
      await page.goBack()
    }
  await page.getByRole('link', { name: 'つながる端末保証）' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '修理・交換の請求' })).toBeVisible()
  await looksRightToo(page, 'device-claim')
  await page.getByRole('button', { name: '内容を確認する' }).click()
  await expect(page.getByRole('alert').first()).toContainText('起きた日を入力してください。')
  await looksRight(page, 'device-claim-error')
  await page.getByRole('radio', { name: '破損' }).check()
  await page.getByLabel('起きた日').fill(await newestDay(page))
  await page.getByRole('button', { name: '内容を確認する' }).click()
  await expect(page.getByRole('button', { name: '修理・交換を請求する' })).toBeVisible()
  await page.getByLabel('詳しい状況').fill('床に落として、画面が割れました。')
  await looksRightToo(page, 'device-claim-confirm')
})

const newestDay = async (page: Page) =>
  (await page.getByLabel('起きた日').getAttribute('max')) ?? ''

const money = [
  ['billing', '/mypage/billing/top.html', 'これまでの請求'],
  ['pay', '/mypage/billing/pay.html', 'お支払い'],
  ['card', '/mypage/billing/card.html', 'カード'],
  ['year', '/mypage/billing/year.html', '1年の料金のまとめ'],
  ['invoice', '/mypage/invoice.html', '適格請求書'],
  ['return', '/mypage/invoice/return.html', '適格返還請求書'],
  ['call', '/mypage/call.html', '通話'],
] as const

/** The newest bill of the list. */
async function lookAtBill(page: Page, member: string) {
  await open(page, '/mypage/billing/top.html')
  const [newest] = await page.getByRole('table').getByRole('link').all()
  await newest?.click()
  await expect(page.getByRole('heading', { name: '内訳' })).toBeVisible()
  await looksRight(page, `bill-${member}`)
}

// The calls are looked at in mypage-data-screens.e2e.ts, the list of bills in mypage-narrow.e2e.ts; papers are one table.
test.describe('お金の画面は、はみ出さず、axeの指摘がない', () => {
  test('suzukiの請求、takahashiの2か月の未払い', async ({ page, context }) => {
    test.slow()
    await logIn(page, 'suzuki')
    await lookAtBill(page, 'suzuki')
    await context.clearCookies()
    await logIn(page, 'takahashi')
    await look(page, 'takahashi', apart(money, ['pay']).named)
  })

  for (const member of ['suzuki', 'takahashi'])
    test(`${member}、すべて`, { tag: '@long' }, async ({ page }) => {
      test.slow()
      await logIn(page, member)
      await look(page, member, money)
      await lookAtBill(page, member)
    })
})

test(
  '氏名を日本語入力で打つと、空のフリガナには読みが入り、打ってあるフリガナは書き換わらない',
  { tag: '@looks' },
  async ({ page }) => {
    await logIn(page, 'sato')
    await open(page, '/mypage/user/edit.html?part=name')
    const name = page.locator('#lastName')
    const kana = page.locator('#lastNameKana')
    const ime = await page.context().newCDPSession(page)
    const convert = async (states: readonly string[], committed: string) => {
      await name.fill('')
      for (const text of states)
        await ime.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        })
      await ime.send('Input.insertText', { text: committed })
      await expect(name).toHaveValue(committed)
    }

    await convert(['ｔ', 'た', 'たなか', '田中'], '田中')
    await expect(kana).toHaveValue('サトウ')
    await looksRightToo(page, 'edit-name-kana-offered')
    await page.getByRole('button', { name: 'フリガナを「タナカ」にする' }).click()
    await expect(kana).toHaveValue('タナカ')
    await convert(['いとう', '伊藤'], '伊藤')
    await expect(kana).toHaveValue('イトウ')
    await expect(page.locator('main')).toContainText('氏名の入力から「イトウ」を入れました。')
    await looksRightToo(page, 'edit-name-kana-filled')
    await kana.fill('いとお')
    await convert(['わたなべ', '渡辺'], '渡辺')
    await expect(kana).toHaveValue('いとお')
  },
)

/** 66 towns share this postcode; the other stands for one. */
const shared = '452-0961'
const single = '９０７－１８０１'

test('間違えた入力は欄のそばとまとめの両方で分かり、打ったものは残る。郵便番号を打つと住所が入り、町がいくつもある番号では選んだ町が入る', async ({
  page,
}) => {
  await logIn(page, 'sato')
  await open(page, '/mypage/user/edit.html?part=address')
  const code = page.getByLabel('郵便番号')
  await test.step('間違えた入力', async () => {
    await code.fill('12')
    await page.getByRole('button', { name: '内容を確認する' }).click()
    await expect(page.getByRole('alert').first()).toContainText('郵便番号')
    await expect(code).toHaveValue('12')
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await looksRight(page, 'edit-address-error')
  })
  await test.step('1つの町、66の町', async () => {
    await code.fill(single)
    await expect(page.locator('#locality')).toHaveValue('八重山郡与那国町')
    await expect(page.locator('#region')).toHaveValue('沖縄県')
    await expect(page.locator('#street')).toHaveValue('与那国')
    await code.fill(shared)
    const towns = page.getByRole('group', { name: 'この郵便番号には66の町があります' })
    await towns.getByText('愛知県清須市春日宮重町', { exact: true }).click()
    await expect(page.locator('#region')).toHaveValue('愛知県')
    await expect(page.locator('#locality')).toHaveValue('清須市')
    await expect(page.locator('#street')).toHaveValue('春日宮重町')
  })
})
