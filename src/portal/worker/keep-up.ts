import type { WorkerScope } from './scope.ts'

/**
 * A new worker takes over at once: it has no store whose shape the one before knew. Navigations are asked for while the
 * worker starts, so that a page online is no slower than without it.
 */
export function keepUp(worker: WorkerScope): void {
  worker.addEventListener('install', () => void worker.skipWaiting())
  worker.addEventListener('activate', (event) => {
    event.waitUntil(takeOver(worker))
  })
}

async function takeOver({ registration, clients }: WorkerScope): Promise<void> {
  await registration.navigationPreload?.enable()
  await clients.claim()
}
