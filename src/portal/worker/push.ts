import { isMypage, pages, withQuery } from '#vocabulary/pages.ts'
import type { WorkerScope } from './scope.ts'

/** What the server says in a push (src/backend/push/payload.ts); one that nobody can read says that there is something. */
type Pushed = { title: string; body: string; path: string; tag?: string; unread?: number }

const unreadable: Pushed = {
  title: 'お知らせがあります',
  body: '開いてご確認ください。',
  path: pages.notices,
}

/** The browser has taken another address, which the portal does not know; the login by which it could be told is mostly over. */
const cutOff: Pushed = {
  title: 'この端末に、プッシュ通知が届かなくなりました',
  body: '開いて「続けて受け取る」を押すと、また届きます。',
  path: withQuery(pages.push, { renew: 'yes' }),
  tag: 'cut-off',
}

/** Shows what is pushed, whatever it is: a browser that gets one and shows nothing takes the permission back. */
export function showPushes(worker: WorkerScope): void {
  worker.addEventListener('push', (event) => {
    event.waitUntil(show(worker, readPushed(event.data?.text())))
  })
  worker.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(show(worker, cutOff))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(worker, event.notification.data))
  })
}

async function show({ registration, navigator }: WorkerScope, pushed: Pushed): Promise<void> {
  const { title, body, path, tag, unread } = pushed
  await registration.showNotification(title, {
    body,
    lang: 'ja',
    data: path,
    ...(tag !== undefined && { tag }),
  })
  // Not every phone has a badge, and none is needed.
  if (unread !== undefined) await navigator.setAppBadge?.(unread).catch(() => {})
}

/** A window of its own: in one that is open something may be half typed. */
async function open({ clients, location }: WorkerScope, path: unknown): Promise<void> {
  const url = new URL(typeof path === 'string' ? path : pages.notices, location.origin)
  const isOurs = url.origin === location.origin && isMypage(url.pathname)
  await clients.openWindow(isOurs ? url.href : pages.notices)
}

function readPushed(text: string | undefined): Pushed {
  try {
    const pushed: Partial<Record<keyof Pushed, unknown>> = JSON.parse(text ?? '')
    const { title, body, path, tag, unread } = pushed
    if (typeof title !== 'string' || typeof body !== 'string' || typeof path !== 'string')
      return unreadable
    return {
      title,
      body,
      path,
      ...(typeof tag === 'string' && { tag }),
      ...(typeof unread === 'number' && { unread }),
    }
  } catch {
    return unreadable
  }
}
