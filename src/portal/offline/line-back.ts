/** While the page is looked at; a browser's own word on being online is no promise that anybody answers. */
const LOOK_EVERY_MS = 5000

/** Calls once when the portal can be reached again: looked for every few seconds, and at once when the browser says so. */
export function whenLineIsBack(then: () => void): void {
  let isBack = false
  const look = async () => {
    if (isBack || document.visibilityState !== 'visible' || !(await isReachable()) || isBack) return
    isBack = true
    clearInterval(timer)
    then()
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  addEventListener('online', () => void look())
  document.addEventListener('visibilitychange', () => void look())
  void look()
}

const isReachable = () =>
  fetch('/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
