import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/seed/demo-members.ts'
import { openBrowser } from '../browser-without-script.ts'
import { enterDesk } from '../enter.ts'
import { codeSentFor } from '../sent-codes.ts'
import { expect, running, sendFrom } from './fixtures.ts'
import { findings, seenRules } from './findings.ts'

/**
 * Somebody of the staff logs in at the directory, with the code by mail, whoever was logged in before, and `back` is
 * opened. The directory's pages are not drawn: for that there is `logInAtDeskOnPages`.
 */
export async function logInAtDesk(page: Page, consoleUrl: string, loginId: string, back = '/') {
  await page.context().clearCookies()
  const { origin, href } = new URL(back, consoleUrl)
  const browser = openBrowser({
    origin,
    send: (url, init) => sendFrom(page, url, init),
    isFollowed: (url) => url.href !== href,
  })
  expect((await enterDesk(browser, loginId, back)).leadsTo).toBe(href)
  await page.goto(href)
  await untilItRuns(page)
}

/** The same on the directory's own pages, as the staff see them. */
export async function logInAtDeskOnPages(page: Page, consoleUrl: string, loginId: string) {
  await page.context().clearCookies()
  await page.goto(`${consoleUrl}/auth/login?${new URLSearchParams({ back: '/' })}`)
  await page.locator('[name=loginId]').fill(loginId)
  await page.locator('[name=password]').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  const code = page.locator('[name=code]')
  await code.waitFor()
  await code.fill(await codeSentFor(new URL(page.url())))
  await page.getByRole('button', { name: '確認する' }).click()
  await page.waitForURL(`${consoleUrl}/**`)
  await untilItRuns(page)
}

async function untilItRuns(page: Page) {
  if (await page.evaluate(() => matchMedia('(scripting: enabled)').matches)) await running(page)
}

export const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row'))

/**
 * No scrolling aside, and nothing that axe finds, on a desk in light colours; on a phone in dark ones only what is seen is
 * asked again, and of a kind whose colours another has shown not even that.
 */
export async function looksRight(page: Page, { inDark = true } = {}) {
  const path = new URL(page.url()).pathname
  for (const [width, colorScheme, rules] of [
    [375, 'dark', seenRules],
    [1280, 'light', undefined],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    const found = colorScheme === 'dark' && !inDark ? [] : await findings(page, undefined, rules)
    expect([path, width, over, found]).toEqual([path, width, 0, []])
  }
}
