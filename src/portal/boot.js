// Starts the application after the page has been painted and loaded, or at the first touch; pages work without it.
// Under Save-Data it is not started at all (ours: ADR on hydration).
const held = document.getElementById('app-boot')
const interactions = ['pointerdown', 'keydown', 'focusin']

function start() {
  if (!held.isConnected || start.done) return
  start.done = true
  for (const name of interactions) removeEventListener(name, start, true)
  const script = document.createElement('script')
  script.type = 'module'
  script.nonce = held.nonce
  script.textContent = held.textContent
  document.head.append(script)
}

function whenIdle() {
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 })
  else setTimeout(start, 200)
}

if (held && !navigator.connection?.saveData) {
  for (const name of interactions) addEventListener(name, start, { capture: true, passive: true })
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle)
}
