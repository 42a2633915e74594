/// <reference lib="webworker" />

/** What a service worker has that a page has not; `self` is typed as a page's everywhere else. */
export type WorkerScope = ServiceWorkerGlobalScope
