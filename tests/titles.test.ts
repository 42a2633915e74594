import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

/*
 * Titles of tests are Japanese sentences of what is promised to the member or the operator: one language, as most were.
 * Names of rows in a table of `test.each` may be codes and addresses.
 */

const files = globSync('{src,tests,demo,tools}/**/*.{test,e2e}.{ts,tsx}')

const japanese = /[\u3040-\u30ff\u3400-\u9fff]/
/** What a title takes from its row or from the program: `%s`, `$name`, `${value}`. */
const filledIn = /\$\{[^}]*\}|\$[\w.]+|%[a-z]/g

/** Where calls of tests stand: statements, and functions handed to other calls. */
const inner = ['body', 'expression', 'arguments', 'consequent', 'alternate', 'block', 'argument']

type Node = { readonly type: string; readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** `test` of `test.each([…])('…')`. */
function rootOf(node: unknown): unknown {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return node['name']
  return rootOf(node['object'] ?? node['callee'] ?? node['tag'] ?? node['expression'])
}

/** The titles of a file, as they are written. */
function titlesIn(file: string, text: string): string[] {
  const titles: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    if (value.type === 'CallExpression') titles.push(...titleOf(value, text))
    for (const key of inner) visit(value[key])
  }
  visit(parseSync(file, text).program)
  return titles
}

function titleOf(call: Node, text: string): string[] {
  if (!['test', 'it', 'describe'].includes(String(rootOf(call['callee'])))) return []
  const first: unknown = Array.isArray(call['arguments']) ? call['arguments'][0] : undefined
  if (!isNode(first)) return []
  const isText = first.type === 'TemplateLiteral' || typeof first['value'] === 'string'
  return isText ? [text.slice(Number(first['start']) + 1, Number(first['end']) - 1)] : []
}

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
