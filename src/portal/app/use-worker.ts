import { useEffect } from 'react'
import { pages, workerFile } from '#vocabulary/pages.ts'

/**
 * Registers the service worker, from my page alone: a public page neither loads it nor passes it. Where the operator has
 * taken it back (`APP_WORKER`), the one that is there is let go.
 */
export function useWorker(isWanted: boolean): void {
  useEffect(() => {
    // In development files change under it.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    void (isWanted ? register() : letGo())
  }, [isWanted])
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register(workerFile, {
      scope: pages.entrance,
      updateViaCache: 'none',
    })
  } catch {
    // A browser that keeps nothing (private windows, full storage) shows my page without it.
  }
}

async function letGo(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(pages.entrance)
  await registration?.unregister()
}

/** The app's badge says how many notices are unread, as the bar of my page does; a browser without one has none. */
export function useBadge(unread: number): void {
  useEffect(() => {
    const isOffered = 'setAppBadge' in navigator
    if (isOffered) navigator.setAppBadge(unread).catch(() => {})
  }, [unread])
}
