import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/seed/demo-members.ts'
import { codeSentFor } from '../sent-codes.ts'
import { running } from './fixtures.ts'

export const consoleUrl = process.env['E2E_CONSOLE_URL'] ?? ''

/** Somebody of the staff logs in at the directory, with the code by mail. */
export async function logInAtConsole(page: Page, loginId: string, back = '/') {
  await page.goto(`${consoleUrl}/auth/login?${new URLSearchParams({ back })}`)
  await page.locator('[name=loginId]').fill(loginId)
  await page.locator('[name=password]').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  const code = page.locator('[name=code]')
  await code.waitFor()
  await code.fill(await codeSentFor(new URL(page.url())))
  await page.getByRole('button', { name: '確認する' }).click()
  await page.waitForURL(`${consoleUrl}/**`)
  await running(page)
}
