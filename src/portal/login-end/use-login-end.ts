import { useEffect, useEffectEvent, useState } from 'react'
import type { LoginLeft } from '#protocol/platform.ts'
import { courseOf, type Shown } from './course.ts'
import { askLeft, goOn, type Reply } from './left.ts'

/** Where tabs of one browser tell each other that the login was used. */
const CHANNEL = 'login-used'

function sayUsed() {
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name: it is this one's
  channel.postMessage('used')
  channel.close()
}

/**
 * Follows the end of the login: the server alone knows it, and is asked shortly before the times that matter, never to
 * keep the login alive. @param left as it was when the page was made
 */
export function useLoginEnd(left: LoginLeft | undefined) {
  const [shown, setShown] = useState<Shown>()
  const [askAtMs, setAskAtMs] = useState<number>()

  const take = useEffectEvent((reply: Reply) => {
    const course = courseOf(reply, shown, Date.now())
    setShown(course.shown)
    setAskAtMs(course.askInSeconds && Date.now() + course.askInSeconds * 1000)
  })
  const look = useEffectEvent(async () => take(await askLeft()))

  useEffect(() => {
    if (left === undefined) return
    take(left)
    sayUsed()
  }, [left])

  useEffect(() => {
    if (askAtMs === undefined) return undefined
    const timer = setTimeout(() => void look(), askAtMs - Date.now())
    return () => clearTimeout(timer)
  }, [askAtMs])

  const onUsedElsewhere = useEffectEvent(() => {
    if (shown !== undefined) void look()
  })
  // A device that slept, or a tab in the background, is late with its timers.
  const onReturn = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && Date.now() >= (askAtMs ?? Infinity)) void look()
  })
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', () => onUsedElsewhere())
    const onShow = () => onReturn()
    document.addEventListener('visibilitychange', onShow)
    return () => {
      channel.close()
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [])

  async function goOnHere() {
    take(await goOn())
    sayUsed()
  }

  return { shown, keepOn: () => void goOnHere(), close: () => setShown(undefined) }
}
