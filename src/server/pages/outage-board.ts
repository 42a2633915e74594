import type { KnownStatus } from '#portal/context.ts'
import type { ServiceStatus } from '#protocol/outage.ts'

/** What a new outage may be late by on a cached page. */
const LOOK_EVERY_MS = 1_000

/**
 * The outage board as every public page of this process shows it. It is read from time to time; while it cannot be, the
 * last that was known is shown with its time.
 */
export function createOutageBoard(options: {
  read: () => Promise<ServiceStatus>
  onFailure: (cause: unknown) => void
  everyMs?: number
}) {
  let known: KnownStatus = { status: undefined, isCurrent: false }
  let edition = 0
  let seen = ''
  let asking: Promise<void> | undefined

  /** One question at a time: a silent database is not asked again until it has answered. */
  function look(): Promise<void> {
    asking ??= lookNow().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function lookNow() {
    try {
      known = { status: await options.read(), isCurrent: true }
    } catch (cause) {
      if (known.isCurrent) options.onFailure(cause)
      known = { ...known, isCurrent: false }
    }
    const { status, isCurrent } = known
    const shown = JSON.stringify([isCurrent, status?.services, status?.incidents])
    if (shown !== seen) edition += 1
    seen = shown
  }

  const timer = setInterval(() => void look(), options.everyMs ?? LOOK_EVERY_MS)
  timer.unref()
  return {
    look,
    known: () => known,
    /** Another number whenever a page would show something else. */
    edition: () => edition,
    stop: () => clearInterval(timer),
  }
}
