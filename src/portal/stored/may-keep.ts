/** Where a member says it of a browser; gone with the login, like all that a browser stores of it. */
const CHOICE = 'keeps-figures'

/**
 * Figures stay in the phone where the app was put on its home screen, or where the member has said so: a browser may be
 * anybody's, in a library or a friend's hand.
 */
export const mayKeep = (): boolean => isInstalled() || isChosen()

export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches

export function isChosen(): boolean {
  try {
    return localStorage.getItem(CHOICE) === 'yes'
  } catch {
    return false
  }
}

export function choose(keeps: boolean): void {
  if (keeps) localStorage.setItem(CHOICE, 'yes')
  else localStorage.removeItem(CHOICE)
}
