import { keepUp } from './keep-up.ts'
import { answerOffline } from './offline.ts'
import { showPushes } from './push.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

// The service worker of my page, built to one file (vite.worker.config.ts). It stores nothing and holds nothing of a
// member: figures are the pages' (`../stored`), and a worker that is a version behind does no harm.
keepUp(self)
answerOffline(self)
showPushes(self)
