import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'docs/decisions')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Page = { readonly file: string; readonly text: string }

const longest = 40

const headOf =
  /^# (\d{3}) · .+\n\n(?:(?:Accepted \d{4}-\d\d-\d\d\.(?: Changed by [\d, ]+\.)?)|(?:Superseded by [\d, ]+\.))/

/** What the index says of a record: its number, its file and its status. */
const rowOf = /^\| (\d{3}) \| \[(.+?)\]\((.+?)\) \| .+ \| (.+?) \|$/gm

const statusOf = (text: string) => {
  const named = /^(?:Accepted \S+ )?(Changed by [\d, ]+|Superseded by [\d, ]+)\./m.exec(text)?.[1]
  return named === undefined ? 'accepted' : named.charAt(0).toLowerCase() + named.slice(1)
}

/** Other records that a text names: 「decision 054」, 「docs/decisions/054」, and the numbers of its head. */
function namedRecords(text: string): string[] {
  const head = text.split('\n\n')[1] ?? ''
  return [
    ...[...text.matchAll(/\b[Dd]ecisions?[ /](\d{3})\b/g)].map(([, number = '']) => number),
    ...[...head.matchAll(/\b(0\d\d)\b/g)].map(([, number = '']) => number),
  ]
}

/** Files of the repository that a text names by their whole path. */
const namedFiles = (text: string) =>
  [
    ...text.matchAll(/(?<![\w/.#<])((?:src|tests|tools|docs|demo|bench)\/[\w./-]*\w\.[a-z]+)\b/g),
  ].map(([, path = '']) => path)

const missing = (text: string) => namedFiles(text).filter((path) => !existsSync(join(root, path)))

/** What is wrong with one record, beside the numbers there are and the rows of the index. */
function faultsOf(
  { file, text }: Page,
  numbers: readonly string[],
  index: ReadonlyMap<string, { title: string; status: string }>,
): string[] {
  const head = headOf.exec(text)
  const row = index.get(file)
  const title = /^# \d{3} · (.+)$/m.exec(text)?.[1]
  const lines = text.trimEnd().split('\n').length
  return [
    ...(head === null || head[1] !== file.slice(0, 3) ? ['has no head'] : []),
    ...(row === undefined ? ['is not in the index'] : []),
    ...(row !== undefined && row.title !== title ? ['has another title in the index'] : []),
    ...(row !== undefined && row.status !== statusOf(text)
      ? ['has another status in the index']
      : []),
    ...(lines > longest ? [`has ${lines} lines`] : []),
    ...namedRecords(text)
      .filter((number) => !numbers.includes(number))
      .map((number) => `names decision ${number}, which is not there`),
    ...missing(text).map((path) => `names ${path}, which is not there`),
  ].map((fault) => `${file} ${fault}`)
}

describe('決定の記録は、同じ頭で始まり、索引にあり、40行までに収まる', () => {
  const files = readdirSync(folder).filter((file) => /^\d{3}-.+\.md$/.test(file))
  const records = files.map((file) => ({ file, text: read(`docs/decisions/${file}`) }))
  const numbers = files.map((file) => file.slice(0, 3))
  const rows = [...read('docs/decisions/README.md').matchAll(rowOf)]
  const index = new Map(
    rows.map(([, , title = '', file = '', status = '']) => [file, { title, status }]),
  )

  test('どの記録にも、頭と索引の行があり、名指した記録とファイルがある', () => {
    expect(records.length).toBeGreaterThan(80)
    expect(records.flatMap((record) => faultsOf(record, numbers, index))).toEqual([])
  })

  test('索引の行には、それぞれの記録がある', () => {
    expect(rows.map(([, , , file]) => file).filter((file) => !files.includes(file ?? ''))).toEqual(
      [],
    )
    expect(rows.length).toBe(index.size)
  })

  const good = '# 001 · A title\n\nAccepted 2026-11-20. Changed by 002.\n'
  const there = new Map([['001-a.md', { title: 'A title', status: 'changed by 002' }]])

  test('正しい記録には、何も言わない', () => {
    expect(faultsOf({ file: '001-a.md', text: good }, ['001', '002'], there)).toEqual([])
  })

  test.each([
    ['頭がない', '001-a.md', '# 001: A title\n\nAccepted 2026-11-20.\n', 'has no head'],
    ['番号が違う', '001-a.md', good.replace('# 001', '# 003'), 'has no head'],
    ['索引にない', '002-b.md', good.replace('# 001', '# 002'), 'is not in the index'],
    ['題が違う', '001-a.md', good.replace('A title', 'Another'), 'has another title in the index'],
    [
      '変わったと言わない',
      '001-a.md',
      good.replace(' Changed by 002.', ''),
      'has another status in the index',
    ],
    ['長い', '001-a.md', `${good}\n${'A line.\n'.repeat(40)}`, 'has 44 lines'],
    [
      'ない記録を名指す',
      '001-a.md',
      `${good}\nSee decision 099.\n`,
      'names decision 099, which is not there',
    ],
    [
      'ないファイルを名指す',
      '001-a.md',
      `${good}\nSee tests/none.test.ts.\n`,
      'names tests/none.test.ts, which is not there',
    ],
  ])('わざと置いたまちがいを見つける：%s', (_, file, text, fault) => {
    expect(faultsOf({ file, text }, ['001', '002'], there)).toContain(`${file} ${fault}`)
  })
})

describe('分野の頁は、一覧にあり、40行までに収まる', () => {
  const pages = readdirSync(join(root, 'docs/areas')).filter((file) => file !== 'README.md')
  const list = read('docs/areas/README.md')

  test('どの頁も一覧にあり、短く、名指したファイルがある', () => {
    const faults = pages.flatMap((file) => {
      const text = read(`docs/areas/${file}`)
      const lines = text.trimEnd().split('\n').length
      return [
        ...(list.includes(`](${file})`) ? [] : [`${file} is not in the list`]),
        ...(lines > longest ? [`${file} has ${lines} lines`] : []),
        ...missing(text).map((path) => `${file} names ${path}, which is not there`),
      ]
    })
    expect(faults).toEqual([])
    expect(pages.length).toBeGreaterThan(20)
  })

  test.each([
    'README.md',
    'SECURITY.md',
    'docs/operations.md',
    'docs/outside-systems.md',
    'docs/asvs.md',
  ])('%s の名指すファイルがある', (file) => expect(missing(read(file))).toEqual([]))
})
