import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startDemo } from '#demo/start/demo.ts'
import { DEMO_PASSWORD } from '#demo/seed/demo-members.ts'
import { freePort } from '../tools/setup/free-port.ts'
import { openScratch } from './scratch.ts'

/** The whole demo in this process, its members and their past included. */
export async function openDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'demo-bench-'))
  const scratch = await openScratch()
  const portal = await startDemo({
    databaseUrl: scratch.url,
    port: await freePort(),
    dataFolder: folder,
    log: () => undefined,
  })
  return {
    folder,
    origin: portal.url ?? '',
    close: async () => {
      await portal.stop()
      await scratch.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Logs a demo member in at the provider's stand-in and arrives at `back`. */
export async function logIn(page: Page, origin: string, loginId: string, back: string) {
  await page.goto(`${origin}/auth/login?back=${back}`)
  await page.getByLabel('ログインID').fill(loginId)
  await page.getByLabel('パスワード').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL(origin + back)
}
