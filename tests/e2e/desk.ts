import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/seed/demo-members.ts'
import { codeSentFor } from '../sent-codes.ts'
import { expect, running } from './fixtures.ts'
import { findings } from './findings.ts'

/** Somebody of the staff logs in at the directory, with the code by mail, whoever was logged in before. */
export async function logInAtDesk(page: Page, consoleUrl: string, loginId: string, back = '/') {
  await page.context().clearCookies()
  await page.goto(`${consoleUrl}/auth/login?${new URLSearchParams({ back })}`)
  await page.locator('[name=loginId]').fill(loginId)
  await page.locator('[name=password]').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  const code = page.locator('[name=code]')
  await code.waitFor()
  await code.fill(await codeSentFor(new URL(page.url())))
  await page.getByRole('button', { name: '確認する' }).click()
  await page.waitForURL(`${consoleUrl}/**`)
  if (await page.evaluate(() => matchMedia('(scripting: enabled)').matches)) await running(page)
}

export const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row'))

/** No scrolling aside, and nothing that axe finds, on a desk and on a phone, in light and dark. */
export async function looksRight(page: Page) {
  const path = new URL(page.url()).pathname
  for (const [width, colorScheme] of [
    [375, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([path, width, over, await findings(page)]).toEqual([path, width, 0, []])
  }
}
