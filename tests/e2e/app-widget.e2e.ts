import { pages } from '#vocabulary/pages.ts'
import { findings } from './findings.ts'
import { expect, logIn, open, phone, test } from './fixtures.ts'

// Cards without a password, what other apps hand over, and the offer of the home screen (docs/decisions/109).

test.use({ ...phone, expectedConsole: /Applying inline style|status of 404/ })

test('ウィジェットを作ると、ログインせずに残りだけが読め、消すと読めなくなる。ほかのアプリから共有した文からは予約番号が取り出され、文は番地に残らない', async ({
  page,
  playwright,
}) => {
  await logIn(page, 'suzuki', pages.app)
  await page.getByLabel(/^どこに置きますか/).fill('時計')
  await page.getByRole('button', { name: 'ウィジェットを作る' }).click()
  await expect(page.getByRole('heading', { name: 'アドレスを作りました' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  const address = (await page.locator('code').first().textContent()) ?? ''

  const visitor = await playwright.request.newContext()
  const card = await (await visitor.get(`${address}.json`)).json()
  expect(Object.keys(card).toSorted()).toEqual(
    [
      'asOf',
      'at',
      'highSpeed',
      'lasts',
      'remaining',
      'remainingBytes',
      'speed',
      'until',
    ].toSorted(),
  )
  const picture = await visitor.get(`${address}.svg`)
  expect(picture.headers()['content-type']).toBe('image/svg+xml; charset=utf-8')
  expect(picture.headers()['cache-control']).toBe('private, no-store')
  expect(await picture.text()).not.toMatch(/鈴木|健一|0[789]0-/)

  await page.getByRole('button', { name: '「時計」を消す' }).click()
  // The button has other words while it is pressed.
  const status = async () => (await visitor.get(`${address}.json`)).status()
  await expect.poll(status).toBe(404)
  await expect(page.getByRole('button', { name: '「時計」を消す' })).toHaveCount(0)
  await visitor.dispose()

  await test.step('共有した文', async () => {
    const text = 'MNP予約番号は10-123-45678です。'
    await open(page, `${pages.received}?${new URLSearchParams({ text })}`)
    await expect(page.locator('code')).toHaveText('1012345678')
    await expect(page).toHaveURL(new RegExp(`${pages.received}$`))
    expect(await findings(page, 'main')).toEqual([])
  })
})

test('ホーム画面に置く案内は3回目に出て、1回押すともう出ない', async ({ page, context }) => {
  await logIn(page, 'sato', pages.top)
  const ask = page.getByRole('heading', { name: '残りと料金を、ホーム画面から' })
  await expect(ask).toHaveCount(0)
  const visits = (await context.cookies()).find(({ name }) => name === 'app-visits')
  if (visits === undefined) throw new Error('no visit is counted')
  expect(visits.value).toBe('1')
  // The second visit shows what the first one did.
  await context.addCookies([{ ...visits, value: '2' }])
  await page.evaluate(() => sessionStorage.clear())
  await open(page, pages.top)
  await expect(ask).toBeVisible()
  await page.getByRole('button', { name: 'もう表示しない' }).click()
  await expect(ask).toHaveCount(0)
  await page.evaluate(() => sessionStorage.clear())
  await open(page, pages.top)
  await expect(ask).toHaveCount(0)
})
