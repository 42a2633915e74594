import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { titlesIn } from './test-titles.ts'

/*
 * Titles of tests are Japanese sentences of what is promised to the member or the operator: one language, as most were.
 * Names of rows in a table of `test.each` may be codes and addresses.
 */

const files = globSync('{src,tests,demo,tools}/**/*.{test,e2e}.{ts,tsx}')

const japanese = /[\u3040-\u30ff\u3400-\u9fff]/
/** What a title takes from its row or from the program: `%s`, `$name`, `${value}`. */
const filledIn = /\$\{[^}]*\}|\$[\w.]+|%[a-z]/g

const isForeign = (title: string) =>
  !japanese.test(title) && /[a-z]{2,}/i.test(title.replaceAll(filledIn, ''))

describe('テストの題は、日本語で書く', () => {
  test('どのファイルの題も、日本語である', () => {
    const titles = files.flatMap((file) =>
      titlesIn(file, readFileSync(file, 'utf8')).map((title) => ({ file, title })),
    )
    expect(titles.length).toBeGreaterThan(3_000)
    expect(titles.filter(({ title }) => isForeign(title))).toEqual([])
  })

  test.each([
    ["test('a page is made once', () => {})", ['a page is made once']],
    ["describe('回線', () => { it('has a number', run) })", ['回線', 'has a number']],
    ['test.each([[1], [2]])(`the row %i`, run)', ['the row %i']],
    ["test.for<Row>(rows)('$name：断る', run)", ['$name：断る']],
  ])('題を見つける：%s', (text, titles) => {
    expect(titlesIn('planted.test.ts', text)).toEqual(titles)
  })

  test('日本語でない題を見つけ、符号だけの題は許す', () => {
    expect(['a page', 'the row %i', 'PDF', 'test ${name}'].filter(isForeign)).toHaveLength(4)
    expect(['%s', '$name → %j', '回線 %s', '${path}（${count}）'].filter(isForeign)).toEqual([])
  })
})
