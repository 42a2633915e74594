import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listedWords, misspelt } from '#server/content/check/words.ts'

/** What members read outside the hand-written pages: screens, sentences of the wire, messages, papers, drawings. */
const sources = [
  ...globSync('src/{portal,ui,protocol,vocabulary,domain,backend,server}/**/*.{ts,tsx}'),
  ...globSync('src/ui/drawing/*.svg'),
].filter((file) => !/\.test\.tsx?$|\/check\//.test(file))

test('画面、文、書面の言葉は、docs/glossary.mdの表のとおりに書く', () => {
  expect(listedWords.length).toBeGreaterThan(25)
  const found = sources.flatMap((file) =>
    misspelt(withoutComments(readFileSync(file, 'utf8'))).map(
      ({ write, not }) => `${file}: 「${not}」は「${write}」と書く`,
    ),
  )
  expect(found).toEqual([])
})

test('表にある言葉のまちがいは、見つかる', () => {
  expect(misspelt('残量のお知らせ')).toEqual([
    { write: 'データ残量のお知らせ', not: '残量のお知らせ', at: 0 },
  ])
  expect(misspelt('データ残量のお知らせと切り替え')).toEqual([])
})

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
}
