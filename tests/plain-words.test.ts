import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** Words that the table leaves with one meaning: a name shows another meaning by the words beside it, or by its file. */
const inAnotherMeaning: Readonly<Record<string, (name: string, file: string) => boolean>> = {
  // 開通 is called so, not the balance that a ledger begins with.
  opening: (name) => /\bopening\b.*\b(?:balance|bytes|bucket|entry|ledger)\b/.test(name),
  // A payment settles a debt. Usage is charged, a finding is resolved.
  settle: (name, file) => /\bsettl/.test(name) && /\/(?:data|findings|laws)\//.test(file),
  // What is due is; rows that wait are queued.
  due: (name) => /\bdue (?:entry|id|list|queue|row)s?\b/.test(name),
  // A switch is turned on. The month rolls over, and a worker paces itself.
  turn: (name) => /\bturn(?:s|ed|ing)?\b(?! o(?:n|ff)\b)/.test(name),
  // An order is placed. Associated data and positions are called so.
  place: (name) => /\bplaces?\b.*\b(?:aad|position|sealed)\b/.test(name),
  // What happens one time happens once. A result that stays is memoized.
  once: (name) => /\bonce\b.*\b(?:cache|cached|result|value)s?\b/.test(name),
}

/** Names that say a word because somebody else does. */
const exceptions: Readonly<Record<string, string>> = {
  heldApi: 'the path /mypage/held',
  HeldPage: 'the path /mypage/held',
  'held.ts': 'the path /mypage/held',
  'held.tsx': 'the path /mypage/held',
  answeredAt: 'a field on the wire',
  creditKeptMessage: 'the name in tests/messages.txt',
  openingBalance: 'the term of the accounts',
  turning: 'an answer is turned into another',
  turn: 'the change of an answer in tests/conformance',
}

/** The third table of the glossary: the column "not" of "Words inside the code". */
const refused = refusedWords(readFileSync('docs/glossary.md', 'utf8'))

test('コードの名前に、用語集が断った言葉を使わない', () => {
  expect(refused.length).toBeGreaterThanOrEqual(10)
  const files = globSync('{src,demo,tools,bench,tests}/**/*.{ts,tsx,mjs}', {
    // `npm run bench -- lighthouse` installs its packages there.
    exclude: ['**/node_modules/**'],
  })
  expect(files.length).toBeGreaterThan(1000)
  const found = files.flatMap((file) => wrongIn(file, readFileSync(file, 'utf8')))
  expect(found).toEqual([])
})

test.each([
  ['const wishOf = 1', 'wishOf'],
  ['type ToldOrder = string', 'ToldOrder'],
  ['function sweepRows() {}', 'sweepRows'],
  ['const { a: kept } = x', 'kept'],
  ['const dues = 1', 'dues'],
  ['const f = (strayRow: string) => strayRow', 'strayRow'],
  ['type Form = { readonly wish: string }', 'wish'],
  ['interface Form { sweepAll(): void }', 'sweepAll'],
])('断った言葉のある名前は見つかる：%s', (text, name) => {
  expect(wrongIn('planted.ts', text)).toEqual([`planted.ts: ${name}`])
  expect(wrongIn('src/told-order.ts', '')).toEqual(['src/told-order.ts: told-order.ts'])
  expect(wrongIn('planted.ts', 'const { told } = wire')).toEqual([])
})

test.each([
  ['monthTurn', 'src/a.ts'],
  ['openingBytes', 'src/a.ts'],
  ['settleUsage', 'src/backend/data/a.ts'],
  ['dueRows', 'src/a.ts'],
  ['placeAad', 'src/a.ts'],
  ['onceCached', 'src/a.ts'],
])('一つの意味だけ残した言葉は、ほかの意味では断る：%s', (name, file) => {
  expect(wrongIn(file, `const ${name} = 1`)).toEqual([`${file}: ${name}`])
})

test.each(['turnedOn', 'lineOpening', 'settlePayment', 'isDue', 'placeOrder', 'answerOnce'])(
  '残した意味では使える：%s',
  (name) => {
    expect(wrongIn('src/a.ts', `const ${name} = 1`)).toEqual([])
  },
)

function refusedWords(glossary: string): string[] {
  const table = glossary.split('## Words inside the code')[1]?.split('\n## ')[0] ?? ''
  const cells = table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| write'))
    .flatMap((line) => (line.split('|')[3] ?? '').replaceAll(/\([^)]*\)/g, '').split(','))
  return [...new Set(cells.map((cell) => cell.trim()))].filter(
    (word) => /^[a-z]+$/.test(word) && !(word in inAnotherMeaning),
  )
}

function wrongIn(file: string, text: string): string[] {
  const names = [...declaredIn(file, text), basename(file)]
  return [...new Set(names)]
    .filter((name) => !(name in exceptions) && isRefused(wordsOf(name), file))
    .map((name) => `${file}: ${name}`)
}

const isRefused = (words: readonly string[], file: string) =>
  words.some((word) => refused.includes(word)) ||
  Object.values(inAnotherMeaning).some((isOf) => isOf(words.join(' '), file))

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}

type Node = { readonly type: string; readonly [key: string]: unknown }

/**
 * Functions, types, constants, parameters, and the properties of types, but for columns (`answered_at`). What is taken out
 * of an object under its own name is named by the object.
 */
function declaredIn(file: string, text: string): string[] {
  const names: string[] = []
  const bind = (node: unknown): void => {
    if (!isNode(node)) return
    if (node.type === 'Identifier') names.push(String(node['name']))
    else if (node.type === 'ObjectPattern') many(node['properties']).forEach(bindProperty)
    else if (node.type === 'ArrayPattern') many(node['elements']).forEach(bind)
    else bind(node['left'] ?? node['argument'] ?? node['parameter'])
  }
  const bindProperty = (node: Node) => {
    if (node.type === 'RestElement') bind(node['argument'])
    else if (node['shorthand'] !== true) bind(node['value'])
  }
  const bindKey = ({ key, computed }: Node) => {
    if (computed !== true && isNode(key) && !String(key['name']).includes('_')) bind(key)
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return
    if (/(?:Function|Class|Interface|TypeAlias)(?:Declaration|Expression)$/.test(node.type))
      bind(node['id'])
    if (node.type === 'VariableDeclarator') bind(node['id'])
    if (/^(?:TS(?:Property|Method)Signature|PropertyDefinition)$/.test(node.type)) bindKey(node)
    if (Array.isArray(node['params'])) node['params'].forEach(bind)
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, text).program)
  return names
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const many = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
