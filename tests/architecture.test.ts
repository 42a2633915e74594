import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** What each layer may import besides itself; packages by name, layers by folder (docs/decisions/009). */
const allowed: Record<string, { layers: string[]; packages: RegExp }> = {
  vocabulary: { layers: [], packages: /^$/ },
  domain: { layers: ['vocabulary'], packages: /^$/ },
  protocol: { layers: ['vocabulary'], packages: /^zod$/ },
  ui: { layers: ['vocabulary'], packages: /^react($|\/)/ },
  portal: {
    layers: ['protocol', 'ui', 'vocabulary'],
    packages: /^(react|react-dom|react-router|@react-router\/dev|@sentry\/browser|isbot)($|\/)/,
  },
  backend: { layers: ['domain', 'protocol', 'vocabulary'], packages: /^(?!react)/ },
  simulators: { layers: [], packages: /^(?!react)/ },
  server: {
    layers: ['backend', 'domain', 'portal', 'protocol', 'simulators', 'ui', 'vocabulary'],
    packages: /./,
  },
}

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
    const layer = one.file.split('/')[0] ?? ''
    const rule = allowed[layer]
    const target = targetOf(one)
    if (!rule || target.leaf) return []
    if (target.package !== undefined)
      return rule.packages.test(target.package) ? [] : [`${one.file} imports ${target.package}`]
    const [to = '', area = ''] = (target.path ?? '').split('/')
    if (to === 'brand.ts') return []
    if (to !== layer) return rule.layers.includes(to) ? [] : [`${one.file} imports ${target.path}`]
    return crossesScreens(one.file, to, area, target.path ?? '')
      ? [`${one.file} imports ${target.path}`]
      : []
  })
}

/** One screen of my page never reaches into another; what they share stands in `flow` or above. */
function crossesScreens(file: string, layer: string, area: string, path: string) {
  if (layer !== 'portal' || area !== 'mypage') return false
  const own = file.split('/')
  const other = path.split('/')
  if (own[1] !== 'mypage' || own.length < 4 || other.length < 4) return false
  return own[2] !== other[2] && other[2] !== 'flow' && other[2] !== 'shared'
}

function sources(): Import[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .filter((name) => !testSupport.test(name))
    .flatMap((name) => importsOf(name, readFileSync(join(source, name), 'utf8')))
}

/** Builders of generated cases, used by tests only. */
const testSupport =
  /^domain\/(data\/pool-histories|exclusion\/sample-facts)\.ts$|simulators\/.*test-/

describe('各層は、決められた層だけを読み込む', () => {
  test('すべてのソース', () => {
    const imports = sources()
    expect(imports.length).toBeGreaterThan(500)
    expect(faultsOf(imports)).toEqual([])
  })

  test.each([
    ['domain/money.ts', "import { readFile } from 'node:fs'"],
    ['domain/money.ts', "import { z } from 'zod'"],
    ['vocabulary/line.ts', "import { machine } from '#domain/machine.ts'"],
    ['protocol/sim.ts', "import { machine } from '#domain/machine.ts'"],
    ['portal/mypage/top/top.tsx', "import { residual } from '#backend/data/service.ts'"],
    ['portal/mypage/top/top.tsx', "import { Part } from '../data/part.tsx'"],
    ['portal/root.tsx', "import { x } from '../server/app.ts'"],
    ['backend/data/service.ts', "import React from 'react'"],
    ['backend/data/service.ts', "const x = await import('#portal/root.tsx')"],
    ['simulators/carrier/start.ts', "import { db } from '#backend/db/connect.ts'"],
    ['ui/button.tsx', "import { call } from '#protocol/http.ts'"],
  ])('わざと置いた違反を見つける：%s %s', (file, text) => {
    expect(faultsOf(importsOf(file, text))).toHaveLength(1)
  })
})
