import { defineConfig } from '@playwright/test'

const given = process.env['E2E_BASE_URL']

/** How long anything that should be there is waited for, also in the tests that are given minutes for a long walk. */
const patienceMs = 15_000

/**
 * They change what others would meet at the shared portal (the end of every login, a line that is stopped or moves, the board
 * of outages) and walk no hour: one after the other, at one portal of their own. So are those whose outside fails
 * (`outside.ts`), at one of theirs.
 */
const aside =
  /\/(?:app-push|family|mypage-login-end|mypage-passkey|phone-move|public-outage|shell-outage|shell-sinks|speed-taken-back)\.e2e\.ts$/

/** The browser tests: against a portal of their own with demo data, or those at E2E_BASE_URL and E2E_CONSOLE_URL. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: '.data/e2e',
  workers: 3,
  projects: [
    { name: 'aside', testMatch: aside, workers: 1 },
    { name: 'beside', testIgnore: aside },
  ],
  fullyParallel: true,
  forbidOnly: true,
  // Node takes the types out of our files itself; Playwright's own way took six seconds of CPU time for 460 of them.
  build: { external: ['**/*.ts'] },
  // `npm run test:long` runs what `npm test` leaves out, and walks again where it looks at more screens on the way (@looks).
  ...(process.env['TEST_LONG'] ? { grep: /@long|@looks/ } : { grepInvert: /@long/ }),
  // A busy machine may take more than a test's patience once; `npm test` names each (docs/decisions/016).
  retries: 1,
  reporter: 'list',
  timeout: 60_000,
  expect: { timeout: patienceMs },
  use: {
    baseURL: given,
    actionTimeout: patienceMs,
    navigationTimeout: 2 * patienceMs,
    // A new context costs a desktop Chromium 0.9 s of CPU time; one that is emptied (cookies, storage, routes, clock) costs none.
    reuseContext: true,
    // What passes a service worker is not seen by `page.route`; the tests of the app let it in.
    serviceWorkers: 'block',
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Fewer processes for each page: a seventh of the browser's time.
        '--in-process-gpu',
        '--disable-site-isolation-trials',
      ],
    },
  },
  ...(given
    ? {}
    : {
        webServer: {
          command: 'node tests/e2e/start-portal.ts',
          // The addresses become E2E_BASE_URL, which the workers find when they read this file, and E2E_CONSOLE_URL.
          wait: {
            stdout:
              /ready (?<e2e_base_url>http\S+)[\s\S]*The staff's console: (?<e2e_console_url>http\S+)/,
          },
          timeout: 300_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
          stderr: 'pipe',
        },
      }),
})
