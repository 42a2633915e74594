import { isRouteErrorResponse } from 'react-router'
import { log } from '#portal/shell/log.ts'

/** Spec 8: what the browser's log says of any unhandled error. */
const MESSAGE = 'サーバーでエラーを検出しました'

/** Spec 9: the reporter's buffer. Nothing more waits for a reporter that may never be loaded. */
const BUFFER = 30

/** Where an error that happened before the reporter was loaded waits for it. */
const early: unknown[] = []
let report = (error: unknown): void => void (early.length < BUFFER && early.push(error))

/** From the start: every error that nobody handled is logged, and reported once there is where to. */
export function watchErrors(): void {
  window.addEventListener('error', (event) => take(event.error ?? event.message))
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (!isSkippedTransition(reason)) take(reason)
  })
}

/** The browser gave up fading from one page to the next (base.css), on a busy machine for one: nothing is missing. */
function isSkippedTransition(reason: unknown) {
  return reason instanceof DOMException && reason.message.startsWith('Transition was ')
}

/** An error that ended in an error page. An answer with a status is the server's, which knows of it. */
export function takePageError(error: unknown): void {
  if (!isRouteErrorResponse(error)) take(error)
}

function take(error: unknown) {
  log.error(MESSAGE, error)
  report(error)
}

/** Loads the error reporter, which a site without an ingest address never asks for (spec 7.2). */
export async function startReporting(settings: { dsn: string; logUrl: string }): Promise<void> {
  if (settings.logUrl) log.postTo(settings.logUrl)
  if (!settings.dsn) return
  const { createReporter } = await import('#portal/shell/error-reporter.ts')
  report = createReporter(settings.dsn)
  early.splice(0).forEach(report)
}
