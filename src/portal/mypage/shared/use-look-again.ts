import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'

/** A login must not last because a page looks by itself: after five minutes it waits for the member. */
const LOOKS_FOR_MS = 5 * 60_000

/** Loads the page anew now and then while something outside is awaited and the page is seen. */
export function useLookAgain(isWaiting: boolean, everyMs: number) {
  const { revalidate, state } = useRevalidator()
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && state === 'idle') void revalidate()
  })
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(look, everyMs)
    const end = setTimeout(() => clearInterval(timer), LOOKS_FOR_MS)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [isWaiting, everyMs])
}
