import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KnownStatus } from '#portal/context.ts'
import { ongoingOf, type Ongoing } from '#portal/shell/ongoing.ts'

/** The board is asked at most so often by one who moves about in the app. */
const ASK_AFTER_MS = 30_000

/**
 * What the page came with; asked again on the way to another page and when one comes back to the tab, since the shell is
 * not rendered anew in the app. Nothing changes while the board cannot be had.
 */
export function useOngoing(first: readonly Ongoing[], pathname: string): readonly Ongoing[] {
  const [shown, setShown] = useState(first)
  // The page itself is of the moment it was opened.
  const askedAt = useRef(0)

  const ask = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return
    if (performance.now() - askedAt.current < ASK_AFTER_MS) return
    askedAt.current = performance.now()
    const answer = await fetch('/info/outage.json').catch(() => undefined)
    if (!answer?.ok) return
    const board: KnownStatus = await answer.json()
    setShown(ongoingOf(board))
  })

  const arrivedAt = useRef(pathname)
  useEffect(() => {
    if (arrivedAt.current !== pathname) void ask()
    arrivedAt.current = pathname
  }, [pathname])
  useEffect(() => {
    const onReturn = () => void ask()
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [])
  return shown
}
