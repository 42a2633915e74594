import { foldText } from '#vocabulary/kana.ts'

/** What a search can lead to: a heading with an address of its own, and all it says until the next. */
export type Section = { href: string; page: string; heading: string; text: string }

/** Made by the build. A gram is two letters in a row, with the numbers of the sections and how much each says it. */
export type SearchIndex = { sections: Section[]; grams: Record<string, number[]> }

export function gramsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((run) =>
      run.length === 1
        ? [run]
        : Array.from({ length: Math.max(0, run.length - 1) }, (_, at) => run.slice(at, at + 2)),
    )
}
