import { readFileSync } from 'node:fs'
import { workerFile } from '#vocabulary/pages.ts'
import type { MadeFile } from './static-files.ts'

/** In place of the service worker: whichever a phone has ends itself by it (docs/decisions/108). */
export const workerTakenBack = (): MadeFile => ({
  path: workerFile,
  type: 'text/javascript; charset=utf-8',
  make: () => ({
    text: readFileSync(new URL(import.meta.resolve('#portal/worker/taken-back.js')), 'utf8'),
  }),
})
