import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { isSwitching } from './line-words.ts'
import { useLookAgain } from './use-look-again.ts'
import type { HighSpeedLine } from './wire.ts'

const pollEveryMs = 3_000
/** One change a minute: a second later the lock is gone. */
const unlockedMs = 61_000

/** Looks again while the carrier has not answered, and once when the minute between two changes is over. */
export function useAwaiting(lines: readonly HighSpeedLine[]) {
  useLookAgain(lines.some(isSwitching), pollEveryMs)
  const { revalidate, state } = useRevalidator()
  const locked = lines.some(({ change }) => change.reasonCode === 'HIGH_SPEED_CHANGED_RECENTLY')
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && state === 'idle') void revalidate()
  })
  useEffect(() => {
    if (!locked) return undefined
    const timer = setTimeout(look, unlockedMs)
    return () => clearTimeout(timer)
  }, [locked])
}
