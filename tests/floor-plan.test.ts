import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const backend = fileURLToPath(new URL('../src/backend/', import.meta.url))
const server = fileURLToPath(new URL('../src/server/', import.meta.url))

/** All areas; each is laid out as docs/decisions/084 says. */
const planned = [
  'account',
  'advice',
  'alert',
  'application',
  'billing',
  'cancellation',
  'catalogue',
  'console/approval',
  'console/audit',
  'console/outage',
  'console/behalf',
  'console/grant',
  'console/queue',
  'console/staff',
  'console/ticket',
  'connection',
  'contact',
  'data',
  'deadline',
  'device',
  'document',
  'export',
  'family',
  'family-request',
  'gift',
  'guardian',
  'handover',
  'identity',
  'invoice',
  'line',
  'lock',
  'notice',
  'opening',
  'option',
  'order',
  'outage',
  'partner',
  'passkey',
  'phone-move',
  'plan-size',
  'point',
  'port-out',
  'sim',
  'succession',
  'telephone',
  'top-up',
  'webhook',
  'widget',
]

/** What areas are built of: no area of the product itself. */
const means = [
  'adapters',
  'carrier',
  'contract',
  'db',
  'hold',
  'jobs',
  'login',
  'mail',
  'middleware',
  'pdf',
  'platform',
  'ports',
  'procedure',
  'push',
  'seal',
  'step',
]

/** Up to this length an area's handlers and wiring are one file (docs/decisions/127). */
const ONE_FILE_LINES = 150

/** One file each; what each is for stands in docs/decisions/084. */
const files = ['api', 'area', 'public', 'rows', 'queries']
/** Declarations that others read: the registry, the outbox, findings and laws, tables, terms. */
const declarations = ['procedure', 'steps', 'messages', 'findings', 'tables', 'terms']
const folders = ['commands', 'queries', 'rows', 'messages', 'bulk']

type Source = { readonly path: string; readonly text: string }

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/** The folder of an area; those of the staff's console lie one deeper. */
const areaOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('console/') ? 2 : 1)
    .join('/')

/** Where in its area a file lies. */
const placeIn = (path: string) => path.slice(areaOf(path).length + 1)

function isKnownFile(path: string): boolean {
  const [first = '', second, ...rest] = placeIn(path).split('/')
  if (isTest(path)) return true
  if (second === undefined) return [...files, ...declarations].includes(first.replace(/\.ts$/, ''))
  return folders.includes(first) && rest.length === 0
}

const kindOf = (path: string) => placeIn(path).split('/')[0]?.replace(/\.ts$/, '') ?? ''

/** The names that a file exports as functions, with the first words of their parameters. */
const exportedFunctions = (text: string) =>
  [
    ...text.matchAll(/^export (?:async )?function\*? ?(\w+)(?:<[^(]*>)?\(\s*([^):,]*)/gm),
    ...text.matchAll(/^export const (\w+) = (?:async )?(?:<[^(]*>)?\(\s*([^):,]*)/gm),
  ].map(([, name = '', first = '']) => ({ name, first: first.trim() }))

const writes =
  /\.(insertInto|updateTable|deleteFrom|mergeInto)\(|\b(insertRow|insertIfNew|upsertRow|updateRows?|deleteRows)\(|recordAudit\(|outbox\.post/

/** What breaks the plan in one file. */
function faultsOf({ path, text }: Source): string[] {
  const kind = kindOf(path)
  const faults: string[] = []
  if (!isKnownFile(path)) faults.push('has no place in the plan')
  if (isTest(path)) return faults
  const functions = exportedFunctions(text)
  if (kind !== 'area' && functions.some(({ name }) => /^create[A-Z]/.test(name)))
    faults.push('makes something with dependencies kept in it: only area.ts does')
  if (kind === 'commands' && functions.some(({ first }) => !/^(tx|deps|\{.*)$/.test(first)))
    faults.push('changes something without the transaction as its first parameter')
  if (kind === 'queries' && writes.test(text)) faults.push('writes, and is a query')
  if (!['api', 'area'].includes(kind) && /\bCaller\b/.test(text))
    faults.push('is handed the whole caller')
  return faults.map((fault) => `${path} ${fault}`)
}

const imported = /\bfrom\s*'([^']+)'|import\(\s*'([^']+)'/g

/** Where an import leads to below src/backend; undefined outside. */
function targetOf(path: string, from: string): string | undefined {
  if (from.startsWith('#backend/')) return from.slice('#backend/'.length)
  return from.startsWith('.') ? normalize(join(dirname(path), from)) : undefined
}

/** What reaches past the door of an area that has one. */
function reachingIn({ path, text }: Source, isOfServer = false): string[] {
  if (isTest(path)) return []
  return [...text.matchAll(imported)].flatMap(([, one, other]) => {
    const target = targetOf(path, one ?? other ?? '')
    if (target === undefined || !planned.includes(areaOf(target))) return []
    if (!isOfServer && areaOf(target) === areaOf(path)) return []
    const kind = kindOf(target)
    const isOpen =
      kind === 'public' || (isOfServer && [...declarations, 'area', 'api'].includes(kind))
    return isOpen ? [] : [`${isOfServer ? 'server/' : ''}${path} reaches into ${target}`]
  })
}

/** Areas whose handlers and wiring are two files although they are short. */
function needlesslyApart(sources: readonly Source[]): string[] {
  const linesOf = (path: string) =>
    sources.find((one) => one.path === path)?.text.split('\n').length
  return planned.filter((area) => {
    const [wiring, handlers] = [linesOf(`${area}/area.ts`), linesOf(`${area}/api.ts`)]
    return wiring && handlers && wiring + handlers - 2 <= ONE_FILE_LINES
  })
}

const sourcesIn = (folder: string): Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

describe('どの分野も、同じ間取りでできている', () => {
  const sources = sourcesIn(backend)

  test('すべての分野が、どれかの一覧にある', () => {
    const rooms = new Set(
      sources.filter(({ path }) => path.includes('/')).map((one) => areaOf(one.path)),
    )
    // An area of the console that is still to be built has its place already.
    const built = planned.filter((area) => !area.startsWith('console/') || rooms.has(area))
    expect([...rooms].toSorted()).toEqual([...built, ...means].toSorted())
  })

  test('間取りにないファイルも、間取りに反するファイルもない', () => {
    const own = sources.filter(({ path }) => planned.includes(areaOf(path)))
    expect(own.flatMap(faultsOf)).toEqual([])
  })

  test('短い分野は、応答とつなぎを area.ts の1つに置いている', () => {
    expect(needlesslyApart(sources)).toEqual([])
  })

  test('ほかの分野からは、public.ts だけを読み込む', () => {
    const seeds = /^(seed|demo)\//
    const served = sourcesIn(server).filter(({ path }) => !seeds.test(path))
    expect([
      ...sources.flatMap((one) => reachingIn(one)),
      ...served.flatMap((one) => reachingIn(one, true)),
    ]).toEqual([])
  })

  test.each([
    ['option/helpers.ts', 'export const x = 1'],
    ['console/ticket/helpers.ts', 'export const x = 1'],
    ['console/ticket/queries/list.ts', "await db.insertInto('ticket')"],
    ['option/laws.ts', 'export const optionLaws = {}'],
    ['option/commands/deep/join.ts', 'export const x = 1'],
    ['option/commands/join.ts', 'export function createJoin(deps: Deps) {}'],
    ['option/commands/join.ts', 'export async function join(who: Who) {}'],
    ['option/queries/offers.ts', "await db.insertInto('option_period')"],
    ['option/queries/offers.ts', "await updateRows(db, 'option_period', { order_no }, ended)"],
    ['option/commands/join.ts', 'export async function join(tx: Db, caller: Caller) {}'],
  ])('わざと置いた違反を見つける：%s %s', (path, text) => {
    expect(faultsOf({ path, text }).length).toBeGreaterThan(0)
  })

  test('わざと分けた短い応答とつなぎを見つける', () => {
    const lines = (count: number) => 'export const x = 1\n'.repeat(count)
    const apart = (wiring: number, handlers: number) =>
      needlesslyApart([
        { path: 'option/area.ts', text: lines(wiring) },
        { path: 'option/api.ts', text: lines(handlers) },
      ])
    expect(apart(50, 100)).toEqual(['option'])
    expect(apart(51, 100)).toEqual([])
  })

  test('わざと奥から読み込んだものを見つける', () => {
    const text = "import { beginPeriod } from '#backend/option/rows.ts'"
    expect(reachingIn({ path: 'device/service.ts', text })).toHaveLength(1)
    expect(reachingIn({ path: 'worker.ts', text }, true)).toHaveLength(1)
    const ofConsole = "import { ticketRow } from '#backend/console/ticket/rows.ts'"
    expect(reachingIn({ path: 'console/grant/api.ts', text: ofConsole })).toHaveLength(1)
    expect(reachingIn({ path: 'console/ticket/api.ts', text: ofConsole })).toEqual([])
  })
})
