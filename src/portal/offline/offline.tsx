import { createRoot } from 'react-dom/client'
import { sendWaiting } from '#portal/stored/asked.ts'
import { hasLeft, read } from '#portal/stored/store.ts'
import { endLogin, leftWords } from './leaving.ts'
import { whenLineIsBack } from './line-back.ts'
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
