import { createRoot } from 'react-dom/client'
import { sendWaiting } from '#portal/stored/asked.ts'
import { hasLeft, read } from '#portal/stored/store.ts'
import { endLogin, leftWords } from './leaving.ts'
import { Offline } from './offline-page.tsx'

// Shown by the worker in the place of any page of my page that cannot be reached.
const place = document.getElementById('offline')
if (place) void show(place)

async function show(main: HTMLElement): Promise<void> {
  if (await hasLeft()) {
    main.textContent = leftWords
    return whenLineIsBack(endLogin)
  }
  const [top, bills, orders, alerts, asked] = await Promise.all([
    read('top'),
    read('bills'),
    read('orders'),
    read('alerts'),
    read('asked'),
  ])
  const stored = { top, bills, orders, alerts, asked: asked?.figures ?? [] }
  createRoot(main).render(<Offline path={location.pathname} stored={stored} nowMs={Date.now()} />)
  // Back on the line: first what waits, then the page itself.
  whenLineIsBack(() => void sendWaiting().then(() => location.reload()))
}

/** While the page is looked at; a browser's own word on being online is no promise that anybody answers. */
const LOOK_EVERY_MS = 5000

/** Calls once when the portal can be reached again: looked for every few seconds, and at once when the browser says so. */
function whenLineIsBack(then: () => void): void {
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
