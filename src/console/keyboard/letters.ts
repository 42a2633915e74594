const KEY = 'console.letters'

/** The one switch of WCAG 2.1.4, kept in this browser. */
export const lettersAreOff = () => localStorage.getItem(KEY) === 'off'

export const switchLetters = (isOff: boolean) =>
  isOff ? localStorage.setItem(KEY, 'off') : localStorage.removeItem(KEY)
