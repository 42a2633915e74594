import type { CDPSession, Page, Worker } from '@playwright/test'
import { pages } from '#vocabulary/pages.ts'
import { outageBoard } from '#vocabulary/site-pages.ts'
import { phonesOf, type StandInDevice } from '../api/phones.ts'
import { findings } from './findings.ts'
import { expect, phone } from './fixtures.ts'
import { underWorker } from './installed-app.ts'
import { logIn, test as portalTest } from './own-portal.ts'

// From an event to the page on which something can be done, by a push (docs/decisions/110). What a push service does between
// the portal and the phone, its stand-in and the browser's debugger do here; what the phone does, `allowed` and `screenOf`:
// Chromium's headless shell has no desktop: it denies notifications, and a badge ends its worker.

/** At the portal aside, with a context of its own: one that is used again lets no worker in. */
const test = portalTest.extend({
  context: async ({ browser }, use) => {
    const context = await browser.newContext()
    await use(context)
    await context.close()
  },
})

test.use({
  ...phone,
  serviceWorkers: 'allow',
  // axe tries a style of its own.
  expectedConsole: /Applying inline style/,
})

/** A browser whose member has allowed notifications, and whose push service is the stand-in. */
const allowed = (page: Page, { endpoint, keys }: StandInDevice) =>
  page.addInitScript(
    (given) => {
      const subscription = { toJSON: () => given, unsubscribe: async () => true }
      Object.assign(PushManager.prototype, {
        subscribe: async () => subscription,
        getSubscription: async () => subscription,
      })
      Object.defineProperty(Notification, 'permission', { value: 'granted' })
      Object.assign(Notification, { requestPermission: async () => 'granted' })
    },
    { endpoint, keys },
  )

type Shown = {
  readonly title: string
  readonly body: string
  readonly data: string
  readonly tag: string
}

/** The phone's screen, as its worker writes it, and a finger on it: `tap` tells which address the worker would open. */
async function screenOf(worker: Worker) {
  await worker.evaluate(`{
    self.screen = []
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      self.screen.push({ title, ...options })
    }
    WorkerNavigator.prototype.setAppBadge = async (unread) => { self.badge = unread }
    self.clients.openWindow = async (address) => { self.opened = String(address) }
  }`)
  return {
    shown: () => worker.evaluate<Shown[]>('self.screen'),
    badge: () => worker.evaluate<number | undefined>('self.badge'),
    /** The browser gives itself another address, as it may at any time. */
    cutOff: () =>
      worker.evaluate(`self.dispatchEvent(
        Object.assign(new Event('pushsubscriptionchange'), { waitUntil: () => {} }))`),
    tap: () =>
      worker.evaluate<string>(`(async () => {
        const [notification] = self.screen
        const waited = []
        const tap = Object.assign(new Event('notificationclick'), {
          notification: { ...notification, close: () => self.screen.shift() },
          waitUntil: (work) => waited.push(work),
        })
        self.dispatchEvent(tap)
        await Promise.all(waited)
        return self.opened
      })()`),
  }
}

/** The registration of my page's worker, as the debugger names it. */
async function registrationOf(debug: CDPSession, origin: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}${pages.entrance}`)
      if (own) resolve(own.registrationId)
    })
  })
  await debug.send('ServiceWorker.enable')
  return found
}

test('障害が起きたときも、3日間の上限の70%に届いたときも、端末の画面に種類だけが届き、押すとその画面が開いて、既読になる', async ({
  page,
  portal,
}) => {
  test.setTimeout(240_000)
  const phones = phonesOf({ pushService: { url: portal.pushUrl } })
  const device = await phones.make()
  await allowed(page, device)
  await logIn(page, 'tanaka', pages.push)
  await underWorker(page)
  // At night too: the test may be run at any hour.
  await page.getByLabel('静かにする時間').selectOption('なし')
  await page.getByRole('button', { name: 'この端末で受け取る' }).click()
  await expect(page.getByText('この端末でプッシュ通知を受け取ります')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Androidスマートフォン（Chrome）' })).toBeVisible()
  expect(await findings(page)).toEqual([])

  const debug = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(debug, portal.url)
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('no worker')
  /** The browser ends a worker that has nothing to do, and with it what stands on its screen: begun again, whatever it did. */
  async function awake() {
    await debug.send('ServiceWorker.startWorker', { scopeURL: `${portal.url}${pages.entrance}` })
    if (worker === undefined) throw new Error('no worker')
    return screenOf(worker)
  }
  /** The phone gets the newest message, shows just this, and is tapped. */
  async function tapNewest(title: string) {
    await expect.poll(async () => (await phones.titles(device.id)).at(-1)).toBe(title)
    const words = (await phones.received(device.id)).at(-1)?.words
    const data = JSON.stringify(words)
    const { url: origin } = portal
    let opened = ''
    await expect(async () => {
      const screen = await awake()
      await debug.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
      await expect
        .poll(async () => (await screen.shown()).map((shown) => [shown.title, shown.body]))
        .toEqual([[title, '開いてご確認ください。']])
      expect(await screen.badge()).toBe(words?.unread)
      opened = await screen.tap()
      expect(await screen.shown()).toEqual([])
    }).toPass()
    await page.goto(opened)
  }

  let again = ''
  await expect(async () => {
    const screen = await awake()
    await screen.cutOff()
    expect(await screen.shown()).toMatchObject([
      { title: 'この端末に、プッシュ通知が届かなくなりました' },
    ])
    again = await screen.tap()
  }).toPass()
  await page.goto(again)
  await page.getByRole('button', { name: '続けて受け取る' }).click()
  await expect(page.getByText('この端末でプッシュ通知を受け取ります')).toBeVisible()
  await expect(page.getByLabel('静かにする時間')).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Androidスマートフォン（Chrome）' })).toHaveCount(
    1,
  )

  const outage = 'データ通信がつながりにくい状態'
  const outageId = await portal.openOutage({ title: outage, areas: [] })
  await tapNewest('障害・工事のお知らせがあります')
  await expect(page).toHaveURL(({ pathname }) => pathname === outageBoard)
  await expect(page.getByText(outage).first()).toBeVisible()

  // 70 % of the 366 MB of three days.
  await portal.useSlowly({ loginId: 'tanaka', megabytes: 257 })
  await tapNewest('データ残量のお知らせがあります')
  await expect(page).toHaveURL(({ pathname }) => pathname === pages.usage)
  await expect(page.getByText('上限に近づいています')).toBeVisible()
  await expect(page.getByRole('link', { name: '高速データ通信をオンにする' })).toBeVisible()

  await page.goto(`${pages.notices}?unread=true`)
  // The strip above every page names the outage too.
  const list = page.locator('.notices')
  await expect(list.getByText(outage)).toHaveCount(0)
  await expect(list.getByText('3日間の通信量が上限に近づいています')).toHaveCount(0)
  await portal.closeOutage(outageId)
})
