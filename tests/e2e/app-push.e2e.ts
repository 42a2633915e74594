import type { CDPSession, Page } from '@playwright/test'
import { pages } from '#vocabulary/pages.ts'
import { outageBoard } from '#vocabulary/site-pages.ts'
import { phonesOf, type StandInDevice } from '../api/phones.ts'
import { findings } from './findings.ts'
import { expect, phone } from './fixtures.ts'
import { underWorker } from './installed-app.ts'
import { logIn, test } from './own-portal.ts'

// From an event to the page on which something can be done, by a push (docs/decisions/110). What a push service does between
// the portal and the phone, its stand-in and the browser's debugger do here.

test.use({
  ...phone,
  reuseContext: false,
  serviceWorkers: 'allow',
  permissions: ['notifications'],
  life: 'push',
  // axe tries a style of its own.
  expectedConsole: /Applying inline style/,
})

/** A browser whose push service is the stand-in: there is none on the network of a test. */
const subscribesTo = (page: Page, { endpoint, keys }: StandInDevice) =>
  page.addInitScript(
    (given) => {
      const subscription = { toJSON: () => given, unsubscribe: async () => true }
      Object.assign(PushManager.prototype, {
        subscribe: async () => subscription,
        getSubscription: async () => subscription,
      })
    },
    { endpoint, keys },
  )

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

// Chromium itself shows the notification: on a machine at its limit it has refused to twice in a row.
test.describe.configure({ retries: 3 })

test('障害が起きると端末の画面に種類だけが届き、押すとその障害の画面が開いて、既読になる', async ({
  page,
  portal,
}) => {
  test.setTimeout(180_000)
  const phones = phonesOf({ pushService: { url: portal.pushUrl } })
  const device = await phones.make()
  await subscribesTo(page, device)
  await page.context().grantPermissions(['notifications'], { origin: portal.url })
  await logIn(page, 'sato', pages.push)
  await underWorker(page)
  // At night too: the test may be run at any hour.
  await page.getByLabel('静かにする時間').selectOption('なし')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'この端末で受け取る' }).click()
  await expect(page.getByText('この端末でプッシュ通知を受け取ります')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Androidスマートフォン（Chrome）' })).toBeVisible()
  expect(await findings(page)).toEqual([])

  await portal.openOutage({
    title: '東京都の一部で、データ通信がつながりにくい状態',
    areas: ['東京都'],
  })
  await expect.poll(() => phones.titles(device.id)).toEqual(['障害・工事のお知らせがあります'])
  const [message] = await phones.received(device.id)

  const debug = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(debug, portal.url)
  await debug.send('ServiceWorker.deliverPushMessage', {
    origin: portal.url,
    registrationId,
    data: JSON.stringify(message?.words),
  })
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('no worker')
  const shownIn = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body }) => [title, body])
    })
  await expect.poll(shownIn).toEqual([['障害・工事のお知らせがあります', '開いてご確認ください。']])

  // Only a finger may open a window: where it would lead is asked of the worker, and gone to.
  const opened = await worker.evaluate<string>(`(async () => {
    let url = ''
    self.clients.openWindow = async (address) => { url = String(address) }
    const [notification] = await self.registration.getNotifications()
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    await new Promise((resolve) => setTimeout(resolve))
    return url
  })()`)
  await page.goto(opened)
  await expect(
    page.getByText('東京都の一部で、データ通信がつながりにくい状態').first(),
  ).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(outageBoard)
  await page.goto(`${pages.notices}?unread=true`)
  // The strip above every page names it too.
  const list = page.locator('.notices')
  await expect(list.getByText('東京都の一部で、データ通信がつながりにくい状態')).toHaveCount(0)
})
