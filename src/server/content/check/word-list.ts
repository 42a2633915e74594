import { readFileSync } from 'node:fs'

/** A spelling that members are to read, and one that is not written. */
export type ListedWord = { write: string; not: string }

/** The table 「Words on screens」 of docs/glossary.md: the one list of words for pages, screens and messages. */
export const listedWords: readonly ListedWord[] = readTable(
  readFileSync(new URL('../../../../docs/glossary.md', import.meta.url), 'utf8'),
)

function readTable(glossary: string): ListedWord[] {
  const table = glossary.slice(glossary.indexOf('## Words on screens'))
  return [...table.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].flatMap(([, write = '', not = '']) =>
    write === 'write' ? [] : not.split('、').map((word) => ({ write, not: word })),
  )
}

/** Where a text has a word that is not written; one inside the word to write is right: データ残量のお知らせ. */
export function misspelt(text: string): (ListedWord & { at: number })[] {
  return listedWords.flatMap(({ write, not }) => {
    const rest = text.replaceAll(write, ' '.repeat(write.length))
    return [...rest.matchAll(new RegExp(RegExp.escape(not), 'g'))].map(({ index }) => ({
      write,
      not,
      at: index,
    }))
  })
}
