// Runs before the application, as soon as it is there: keeps no stylesheet from showing the page (spec 8), then starts
// the application after the page has been painted and loaded, or at the first touch. Pages work without any of it.
const PAGE_STYLES_WAIT_MS = 2000

// 1. The provider's stylesheets are applied when they have come; until then they hold nothing back.
function applyNavigationStyles(link) {
  if (link.matches?.('link[data-navigation]') && link.sheet) link.media = 'all'
}
document.addEventListener('load', (event) => applyNavigationStyles(event.target), true)
document.querySelectorAll('link[data-navigation]').forEach(applyNavigationStyles)

// 2. Our own are waited for two seconds; then the content is shown without them until they come.
setTimeout(
  () => {
    const link = document.querySelector('link[data-page-styles]')
    if (!link || link.sheet) return
    link.addEventListener('load', () => (link.media = 'all'))
    link.media = 'not all'
  },
  Math.max(0, PAGE_STYLES_WAIT_MS - performance.now()),
)

// 3. The application; under Save-Data it is not started at all (ours: docs/decisions/003).
const interactions = ['pointerdown', 'keydown', 'focusin']

function start() {
  const held = document.getElementById('app-boot')
  if (!held || start.done) return
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

if (!navigator.connection?.saveData) {
  for (const name of interactions) addEventListener(name, start, { capture: true, passive: true })
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle)
}
