// Served in the worker's place while APP_WORKER is off: whatever worker a phone has is replaced by this one, which clears
// what was kept and goes. Browsers look for a new worker at every page of my page and at least daily, past any worker.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(end()))

async function end() {
  for (const name of await caches.keys()) await caches.delete(name)
  for (const { name } of (await indexedDB.databases?.()) ?? []) indexedDB.deleteDatabase(name)
  await self.registration.unregister()
}
