import { HEADER_HEIGHT_PX } from '#portal/shell/scroll-hide.ts'

/** Spec 9: smooth scroll, and the longer way to the top from the footer's logo. */
export const SCROLL_MS = 300
export const TO_TOP_MS = 500
const FRAMES_PER_SECOND = 30

/** The places a scroll passes, one per frame, slower towards the end; the last is exactly the goal. */
export function scrollFrames(fromY: number, toY: number, durationMs: number): number[] {
  const count = Math.round((durationMs * FRAMES_PER_SECOND) / 1000)
  return Array.from({ length: count }, (_, index) => {
    const left = 1 - (index + 1) / count
    return index === count - 1 ? toY : Math.round(toY - (toY - fromY) * left * left)
  })
}

let isAnimating = false

/** Scrolls the window; while one scroll runs, another is not begun (spec 4). Resolves when it is there, to false where it was not begun. */
export function scrollWindow(toY: number, durationMs: number): Promise<boolean> {
  if (isAnimating) return Promise.resolve(false)
  const goal = Math.max(0, Math.min(toY, document.documentElement.scrollHeight - innerHeight))
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    scrollTo(scrollX, goal)
    return Promise.resolve(true)
  }
  isAnimating = true
  const frames = scrollFrames(scrollY, goal, durationMs)
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const y = frames.shift()
      if (y !== undefined) scrollTo(scrollX, y)
      if (frames.length > 0) return
      clearInterval(timer)
      isAnimating = false
      resolve(true)
    }, 1000 / FRAMES_PER_SECOND)
  })
}

/**
 * Brings an element under the fixed header and gives it the focus, as the browser's own anchors do. Resolves to false where
 * another scroll was under way.
 */
export async function scrollToId(id: string): Promise<boolean> {
  const element = id === '' || id === 'top' ? document.body : document.getElementById(id)
  if (!element) return true
  const top = element === document.body ? 0 : element.getBoundingClientRect().top + scrollY
  if (!(await scrollWindow(top - HEADER_HEIGHT_PX, SCROLL_MS))) return false
  if (element === document.body) return true
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
  return true
}

const offHeader = (element: Element) => element.getBoundingClientRect().top - HEADER_HEIGHT_PX

/** Whether the page is scrolled to this element, as far as its length lets it. */
export function isUnderHeader(element: Element): boolean {
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
  return Math.abs(offHeader(element)) < 2 || (isAtEnd && offHeader(element) > 0)
}

/** What one does to move on by oneself. */
const handsOn = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Keeps an element under the fixed header while parts of the page above it are still arriving (a part that is fetched,
 * a fold that opens, a font): the browser's own anchoring misses some of them, and Safari has none. Ends with the
 * reader's first move, or when what it returns is called.
 */
export function holdUnderHeader(element: Element): () => void {
  const observer = new ResizeObserver(() => {
    const off = offHeader(element)
    if (Math.abs(off) >= 1) scrollBy({ top: off, behavior: 'instant' })
  })
  const release = () => {
    observer.disconnect()
    for (const name of handsOn) removeEventListener(name, release)
  }
  for (const name of handsOn) addEventListener(name, release, { passive: true })
  observer.observe(document.body)
  return release
}
