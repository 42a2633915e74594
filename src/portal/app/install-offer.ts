/** What Chromium's browsers hand to a page that may be installed; others have nothing like it. */
export type Installing = { readonly prompt: () => Promise<unknown> }

let offered: Installing | undefined
const listeners = new Set<(offer: Installing | undefined) => void>()

const say = (offer: Installing | undefined) => {
  offered = offer
  for (const listener of listeners) listener(offer)
}

const isInstalling = (event: object): event is Event & Installing =>
  'prompt' in event && typeof event.prompt === 'function'

// It comes once a page, often before anything here is drawn.
if (typeof window !== 'undefined') {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstalling(event)) return
    // The browser's own bar would lie over the page.
    event.preventDefault()
    say(event)
  })
  addEventListener('appinstalled', () => say(undefined))
}

/** Tells of the browser's offer now and whenever it changes. Returns how to stop. */
export function watchInstall(listen: (offer: Installing | undefined) => void): () => void {
  listeners.add(listen)
  listen(offered)
  return () => void listeners.delete(listen)
}

/** The browser asks the member; an offer serves once. */
export async function askToInstall(offer: Installing): Promise<void> {
  await offer.prompt()
  say(undefined)
}
