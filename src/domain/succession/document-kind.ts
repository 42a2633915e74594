/** What would act by itself in a viewer, or hides what is in the file. */
const active = ['/JavaScript', '/JS', '/Launch', '/EmbeddedFile', '/OpenAction', '/Encrypt']

const TAIL_BYTES = 2_048

/**
 * Whether a file is a PDF to be kept: by its bytes, never by its name. A picture is recognised where it is decoded.
 * @returns undefined for what is no PDF at all, false for one that is cut off or would do something when it is opened.
 */
export function isPlainPdf(file: Uint8Array): boolean | undefined {
  const letters = (from: number, to?: number) =>
    Array.from(file.subarray(from, to), (byte) => String.fromCharCode(byte)).join('')
  if (letters(0, 5) !== '%PDF-') return undefined
  const isWhole = letters(Math.max(0, file.length - TAIL_BYTES)).includes('%%EOF')
  return isWhole && !active.some((word) => has(file, word))
}

/** A name of the file's own language ends where its letters end: `/JS` is not `/JSize`. */
function has(file: Uint8Array, word: string): boolean {
  const wanted = Array.from(word, (letter) => letter.charCodeAt(0))
  const [slash = 0] = wanted
  for (let at = file.indexOf(slash); at >= 0; at = file.indexOf(slash, at + 1)) {
    const isHere = wanted.every((code, n) => file[at + n] === code)
    if (isHere && !isLetter(file[at + wanted.length] ?? 0)) return true
  }
  return false
}

const isLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
