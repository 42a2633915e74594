import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { elementsOf, textOf } from '#server/content/html-tree.ts'
import { expect, logIn, open, phone, running, test } from './fixtures.ts'

// Issued, corrected and issued again without script: tests/http/invoice.test.ts.

test.use(phone)

/** How many months have their invoice, by the list, which is not drawn for it. */
async function issued(page: Page) {
  const rows = elementsOf(await (await page.request.get('/mypage/invoice.html')).text())
  return rows.filter((one) => one.tagName === 'tr' && textOf(one).includes('発行済み')).length
}

test('請求の棒を押してその月を開き、適格請求書を屋号つきで発行して、PDFを保存する', async ({
  page,
}) => {
  await logIn(page, 'ito')
  const before = await issued(page)
  await open(page, '/mypage/billing/top.html')
  // The newest month without an invoice: a first try may have issued the newest one's.
  const bars = page.getByRole('link', { name: /年\s*\d+月\s*[\d,]+円$/ })
  const newest = bars.nth((await bars.count()) - 1 - before)
  await newest.scrollIntoViewIfNeeded()
  await newest.click()
  await page.getByRole('link', { name: '適格請求書' }).first().click()
  await page.getByText('宛名に屋号や会社名を入れる').click()
  await page.getByLabel('屋号・会社名').fill('𠮷野德㈱')
  await page.getByRole('button', { name: '宛名を表示し直す' }).click()
  await expect(page.getByText(/^𠮷野德㈱　.+ 様$/)).toBeVisible()

  await page.getByRole('button', { name: '適格請求書を発行する' }).click()
  await expect(page.getByText('適格請求書を発行しました')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'PDFを保存する' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^I-\d{8}\.pdf$/)
  expect((await readFile(await saved.path())).subarray(0, 8).toString('latin1')).toBe('%PDF-1.7')

  // Safe to load again: nothing is issued or printed anew.
  await page.reload()
  await running(page)
  await expect(page.getByText(/^再発行（/)).toHaveCount(0)
  expect(await issued(page)).toBe(before + 1)
})
