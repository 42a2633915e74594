import { pages } from '#vocabulary/pages.ts'

/**
 * Whether this browser can be told: `asked` where it has not been asked for the permission yet, `refused` where the member
 * (or the browser) has said no, `toInstall` on an iPhone, which tells only apps of its home screen.
 */
export type Ability = 'none' | 'toInstall' | 'refused' | 'asked' | 'granted'

export function abilityOf(): Ability {
  const isOffered =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isOffered) return /iPhone|iPad/u.test(navigator.userAgent) ? 'toInstall' : 'none'
  const { permission } = Notification
  if (permission === 'denied') return 'refused'
  return permission === 'granted' ? 'granted' : 'asked'
}

export type Subscribed = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/**
 * Asks for the permission and subscribes; to be called by a press, as browsers want it.
 * @returns undefined where the permission is not given, or the browser's push service cannot be reached
 */
export async function subscribe(publicKey: string): Promise<Subscribed | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  try {
    const { pushManager } = await navigator.serviceWorker.ready
    const subscription = await freshly(pushManager, publicKey)
    const { endpoint = '', keys } = subscription.toJSON()
    return { endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
  } catch {
    return undefined
  }
}

/** One that was made with another key of ours is of no use any more. */
async function freshly(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    const old = await pushManager.getSubscription()
    if (old === null) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/** The browser forgets its address: the next one is another. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(pages.entrance)
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
