// Stands in every page's head: keeps no stylesheet from showing the page (spec 8), then, after the page has been loaded
// and painted, adds the provider's stylesheets and starts the application, or at the first touch. Pages work without any
// of it.
const PAGE_STYLES_WAIT_MS = 2000

// 1. Our own styles, where they are linked, are waited for two seconds; then the content is shown without them until
// they come.
setTimeout(
  () => {
    const link = document.querySelector('link[data-page-styles]')
    if (!link || link.sheet) return
    link.addEventListener('load', () => (link.media = 'all'))
    link.media = 'not all'
  },
  Math.max(0, PAGE_STYLES_WAIT_MS - performance.now()),
)

// 2. The provider's come from another host and wait until the page is to be seen; without script the browser takes them
// from the noscript element.
function addNavigationStyles() {
  const held = document.querySelector('noscript[data-navigation]')
  if (!held) return
  const { head } = new DOMParser().parseFromString(held.textContent, 'text/html')
  for (const link of head.querySelectorAll('link')) {
    link.dataset.navigation = ''
    document.head.append(link)
  }
  held.remove()
}

// 3. A public page has only the styles it uses: the application, which shows the others too, brings the whole sheet.
function addWholeStyles() {
  const styles = document.querySelector('style[data-whole]')
  if (!styles) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = styles.dataset.whole
  link.dataset.wholeStyles = ''
  document.head.append(link)
}

// 4. The application; under Save-Data it is not started at all (ours: docs/decisions/003).
const interactions = ['pointerdown', 'keydown', 'focusin']

function start() {
  const held = document.getElementById('app-boot')
  if (!held || start.done) return
  start.done = true
  for (const name of interactions) removeEventListener(name, start, true)
  addNavigationStyles()
  addWholeStyles()
  const script = document.createElement('script')
  script.type = 'module'
  script.nonce = held.nonce
  script.textContent = held.textContent
  document.head.append(script)
}

// A page that was reloaded shares its history with the application that ran before it: going back changes the address
// and nothing else. Until the application listens, the page of that address is fetched.
const { pathname, search } = location
addEventListener('popstate', () => {
  const isElsewhere = location.pathname !== pathname || location.search !== search
  if (isElsewhere && !window.__reactRouterDataRouter) location.reload()
})

const isSaving = navigator.connection?.saveData

// Not before the whole page is to be seen: whatever loads before that competes with it. A long page may come in more than
// one frame, so that the first paint is not enough: what is laid out by now is painted when the next frame begins.
function whenPainted(next) {
  const afterFrames = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => next())))
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) return afterFrames()
  const painted = new PerformanceObserver(() => {
    painted.disconnect()
    afterFrames()
  })
  painted.observe({ type: 'paint', buffered: true })
}

function whenLoaded() {
  whenPainted(() => {
    addNavigationStyles()
    if (isSaving) return
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 })
    else setTimeout(start, 200)
  })
}

if (!isSaving)
  for (const name of interactions) addEventListener(name, start, { capture: true, passive: true })
if (document.readyState === 'complete') whenLoaded()
else addEventListener('load', whenLoaded)
