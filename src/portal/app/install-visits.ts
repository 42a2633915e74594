import { readCookie } from '#protocol/conventions.ts'

// How often my page was opened, and whether the offer of the home screen was turned down: in a cookie of this browser, which
// a logout leaves, since it says nothing of anybody.

const COOKIE = 'app-visits'
const NEVER = 'never'
/** As long as browsers keep a cookie at most. */
const KEEP_SECONDS = 400 * 24 * 3600
/** Counted once a tab's life. */
const COUNTED = 'visit-counted'
const ASK_FROM_VISIT = 3

/** Counts this visit and says whether to ask now. */
export function isTimeToAsk(hasBought: boolean): boolean {
  const before = readCookie(document.cookie, COOKIE) ?? '0'
  if (before === NEVER) return false
  const visits = countVisit(Number(before) || 0)
  return hasBought || visits >= ASK_FROM_VISIT
}

export const askNever = (): void => write(NEVER)

function countVisit(before: number): number {
  try {
    if (sessionStorage.getItem(COUNTED) !== null) return before
    sessionStorage.setItem(COUNTED, 'yes')
  } catch {
    return before
  }
  write(String(before + 1))
  return before + 1
}

function write(value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser of ours
  document.cookie = `${COOKIE}=${value}; Path=/; SameSite=Lax; Max-Age=${KEEP_SECONDS}${secure}`
}
