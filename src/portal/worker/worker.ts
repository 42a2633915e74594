import { answerOffline } from './offline.ts'
import { showPushes } from './push.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

// The service worker of my page, built to one file (vite.worker.config.ts). It stores nothing and holds nothing of a
// member: figures are the pages' (`../stored`), and a worker that is a version behind does no harm.
keepUp(self)
answerOffline(self)
showPushes(self)

/**
 * A new worker takes over at once: it has no store whose shape the one before knew. Navigations are asked for while the
 * worker starts, so that a page online is no slower than without it.
 */
function keepUp(worker: WorkerScope): void {
  worker.addEventListener('install', () => void worker.skipWaiting())
  worker.addEventListener('activate', (event) => {
    event.waitUntil(takeOver(worker))
  })
}

async function takeOver({ registration, clients }: WorkerScope): Promise<void> {
  await registration.navigationPreload?.enable()
  await clients.claim()
}
