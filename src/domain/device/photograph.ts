/** Ours: so large may one picture be that a member sends, and so many may belong to one claim. */
export const MOST_BYTES = 10_000_000
export const MOST_PHOTOGRAPHS = 4
/** More than the largest default pictures of phones (48 million); far below a decompression bomb. */
export const MOST_PIXELS = 50_000_000

const starts = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const

/** The kind of a file by its first bytes; its name and declared type are not trusted. */
export function photographKind(file: Uint8Array): 'jpeg' | 'png' | 'webp' | 'heic' | undefined {
  if (beginsWith(file, starts.jpeg)) return 'jpeg'
  if (beginsWith(file, starts.png)) return 'png'
  if (wordAt(file, 0) === 'RIFF' && wordAt(file, 8) === 'WEBP') return 'webp'
  return wordAt(file, 4) === 'ftyp' && /^(he[ivx]|mif1|msf1)/.test(wordAt(file, 8))
    ? 'heic'
    : undefined
}

const beginsWith = (file: Uint8Array, bytes: readonly number[]) =>
  bytes.every((byte, index) => file[index] === byte)

const wordAt = (file: Uint8Array, at: number) => String.fromCharCode(...file.subarray(at, at + 4))
