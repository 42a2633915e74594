import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { classesOf, elementsOf, textOf, type Element } from '#server/content/html-tree.ts'
import { expect } from './fixtures.ts'
import { findings } from './findings.ts'

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name })

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).click()

/**
 * Presses a button twice before the first is answered: on a quick machine the second press would else meet the next
 * page, and whatever lies there at the same place.
 */
export async function pressTwice(page: Page, name: string | RegExp) {
  const { promise: pressed, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/mypage/**', async (route) => {
    if (route.request().method() === 'POST') await pressed
    await route.continue()
  })
  await page.getByRole('button', { name }).dblclick()
  answer()
}

/** Waits until the order has the state: the worker and the carrier run meanwhile. */
export async function reaches(page: Page, state: string) {
  await untilServed(page, (parts) => parts.some((one) => isState(one) && textOf(one) === state))
  await expect(standing(page)).toHaveText(state)
}

/** What the carrier answers arrives by itself: until then the page is asked for. */
export async function untilShown(page: Page, text: string) {
  await untilServed(page, (parts) =>
    parts.some((one) => one.tagName === 'main' && textOf(one).includes(text)),
  )
  await expect(page.locator('main')).toContainText(text)
}

/**
 * Asks for the page's text until it says so, and only then loads it anew: a page that is drawn again and again costs
 * ten times as much as its text, and what is waited for takes seconds.
 */
async function untilServed(page: Page, says: (parts: Element[]) => boolean) {
  const asked = async () => says(elementsOf(await (await page.request.get(page.url())).text()))
  await expect.poll(asked, { timeout: 60_000, intervals: [100, 250, 500] }).toBe(true)
  // The application may be on its way to another page, whose loading ends this one.
  await expect(() => page.reload()).toPass({ timeout: 30_000 })
}

const isState = (one: Element) => classesOf(one).includes('order-stage__state')

/** The state of the order on its page, in the member's words. */
export const standing = (page: Page) => page.locator('main .order-stage__state')

/** The answer beside a term of a summary. */
export const entry = (page: Page, term: string) =>
  page.locator(`main dt:text-is("${term}") + dd`).first()

const widths = [375, 1280] as const

/**
 * What holds for every screen: nothing sticks out at the sides, on a phone or a desktop, and axe finds nothing.
 * With E2E_PICTURES=<folder> it also takes the pictures for a person to look at.
 */
export async function looksRight(page: Page, name: string) {
  const size = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const over = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    // On a busy machine the new width may reach the layout a moment later.
    await expect.poll(over, `${name} at ${width}`).toBe(0)
    await picture(page, `${name}-${width}`)
  }
  if (size) await page.setViewportSize(size)
  expect(await findings(page, 'main')).toEqual([])
}

/**
 * A further state of a screen whose kind `npm test` looks at elsewhere: `npm run test:long` looks at it too. The test has
 * the tag @looks, with which it runs in both.
 */
export async function looksRightToo(page: Page, name: string) {
  if (process.env['TEST_LONG']) await looksRight(page, name)
}

/** A page to print and keep: what was confirmed is on it, what is only for the screen is not. */
export async function printsRight(page: Page, name: string) {
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('main').getByRole('button')).toHaveCount(0)
  await expect(page.locator('#change dd').first()).toBeVisible()
  await picture(page, `${name}-print`)
  await page.emulateMedia({ media: null })
}

async function picture(page: Page, name: string) {
  const folder = process.env['E2E_PICTURES']
  if (folder) await page.locator('main').screenshot({ path: join(folder, `${name}.png`) })
}
