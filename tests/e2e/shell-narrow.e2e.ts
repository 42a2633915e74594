import { expect, phone, resize, setApart, test } from './fixtures.ts'

/** What of the header reaches beyond the window, in CSS pixels. */
const beyond = () => {
  const header = document.querySelector('.site-header')
  const shown = [...(header?.querySelectorAll('a, summary, .logo') ?? [])].filter((part) =>
    part.checkVisibility({ contentVisibilityAuto: true }),
  )
  const right = Math.max(...shown.map((part) => part.getBoundingClientRect().right))
  return Math.max(0, Math.round(right - innerWidth))
}

test.describe('スマートフォン', () => {
  test.use(phone)

  test('幅が320、344、360、390pxでも、マイページとお申し込みのボタンがヘッダーにある', async ({
    page,
  }) => {
    await page.goto('/')
    const acts = page.locator('.site-header__acts')
    for (const width of [320, 344, 360, 390]) {
      await resize(page, width, 700)
      for (const name of ['マイページ', 'お申し込み'])
        await expect(acts.getByRole('link', { name }), `${width} ${name}`).toBeInViewport({
          ratio: 1,
        })
      expect(await page.evaluate(beyond), String(width)).toBe(0)
    }
  })
})

test('幅が768から1280pxまで、ヘッダーのボタンは本文の右端より外に出ない', async ({ page }) => {
  await page.goto('/')
  for (const width of [768, 800, 834, 896, 1024, 1280]) {
    await resize(page, width, 800)
    const over = await page.evaluate(() => {
      const rightOf = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect().right ?? 0
      const inner = document.querySelector('.site-header__inner')
      const gutter = inner ? Number.parseFloat(getComputedStyle(inner).paddingRight) : 0
      return Math.round(rightOf('.site-header__acts') - (rightOf('.site-header__inner') - gutter))
    })
    expect(over, String(width)).toBeLessThanOrEqual(0)
  }
})

for (const path of ['/fee', '/talk/top.html'])
  test(`文字と行の間を広げても、${path} のヘッダーは320から1280pxの画面からはみ出さない`, async ({
    page,
  }) => {
    await page.goto(path)
    await setApart(page)
    for (const width of [320, 375, 414, 768, 1280]) {
      await resize(page, width, 800)
      await expect.poll(() => page.evaluate(beyond), String(width)).toBe(0)
    }
  })

for (const path of ['/fee', '/talk/top.html'])
  test(`文字を200%にしても、${path} のヘッダーは320から1280pxの画面からはみ出さない`, async ({
    page,
  }) => {
    await page.goto(path)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    const header = page.locator('.site-header')
    for (const width of [320, 375, 768, 1280]) {
      await resize(page, width, 800)
      await expect.poll(() => page.evaluate(beyond), String(width)).toBe(0)
      await expect(
        header.getByRole('link', { name: /ひびき(モバイル|トーク)/ }).first(),
      ).toBeVisible()
    }
  })

test('文字を200%にした320pxの画面で、本文は横にはみ出さない', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  const wide: string[] = []
  for (const path of wordy) {
    await page.goto(path)
    const overflow = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      return document.documentElement.scrollWidth - document.documentElement.clientWidth
    })
    if (overflow > 0) wide.push(`${path} ${overflow}`)
  }
  expect(wide).toEqual([])
})

/** Pages with the longest units (dates, badges, prices) and the widest tables. */
const wordy = [
  '/support',
  '/beginner',
  '/beginner/possible.html',
  '/beginner/simfree.html',
  '/agreement/mobile_info.html',
  '/info/notice230524.html',
]
