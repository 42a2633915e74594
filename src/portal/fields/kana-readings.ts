import { katakanaOf } from '#vocabulary/kana.ts'

/** Text that was committed to a field, and the kana it was typed in. */
export type Readings = ReadonlyMap<string, string>

const kanaOnly = /^[ァ-ヶー]+$/u

/**
 * What was typed before it was converted: the last state of the composition that is kana alone. Letters that are no kana
 * yet are left out, except an n at the end, which a conversion takes for ん.
 */
export function readingOf(
  compositionStates: readonly string[],
  committed: string,
): string | undefined {
  if (committed === '') return undefined
  return [...compositionStates, committed]
    .map((text) =>
      katakanaOf(
        text
          .normalize('NFKC')
          .replace(/n$/iu, 'ん')
          .replace(/[a-z]+$/iu, ''),
      ),
    )
    .findLast((text) => kanaOnly.test(text))
}

/** The kana of a whole field; `undefined` where a part of it was neither typed as kana nor is kana. */
export function kanaOf(value: string, readings: Readings): string | undefined {
  const texts = [...readings.keys()].toSorted((one, other) => other.length - one.length)
  let rest = value.trim()
  let kana = ''
  while (rest !== '') {
    const text = texts.find((one) => rest.startsWith(one)) ?? rest.slice(0, 1)
    const reading = readings.get(text) ?? katakanaOf(text.normalize('NFKC'))
    if (!kanaOnly.test(reading)) return undefined
    kana += reading
    rest = rest.slice(text.length)
  }
  return kana
}
