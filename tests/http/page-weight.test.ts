import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'
import { publicPaths } from '../public-pages.ts'
import { root } from '../../tools/setup/root.ts'
import { request } from './portal.ts'

/** What a page may take before it can be painted: its HTML with the styles in it, brotli at its best. */
const MAX_BYTES = 25_000
/** Its best is 11; this leaves a little more, in a tenth of the time. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }

test('公開ページは、どれも25.0 kB以内で表示できる', async () => {
  for (const path of publicPaths) {
    const { status, text } = await request(path)
    expect([path, status]).toEqual([path, 200])
    expect(/<link [^>]*data-page-styles/.test(text), path).toBe(false)
    expect(brotliCompressSync(text, { params }).byteLength, path).toBeLessThanOrEqual(MAX_BYTES)
  }
})

/** The first pages of an order: a visitor has no sheet of my page yet. */
const orderPages = ['/order/apply/plan?plan=20&kind=voice', '/order/status', '/order/resume']

test('お申し込みのページも、25.0 kB以内で表示できる', async () => {
  for (const path of orderPages) {
    const { status, text } = await request(path)
    expect([path, status]).toEqual([path, 200])
    expect(/<link [^>]*data-page-styles/.test(text), path).toBe(false)
    expect(brotliCompressSync(text, { params }).byteLength, path).toBeLessThanOrEqual(MAX_BYTES)
  }
})

const assets = join(root, 'build', 'client', 'assets')
const readAsset = (name: string) => readFileSync(join(assets, name), 'utf8')

test('検査の道具（zod）は、ブラウザーに届かない', () => {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((name) => readAsset(name).includes('ZodError'))).toEqual([])
})

/**
 * What a static page starts, and all that this imports. Nearly all of it is React and its router (docs/decisions/048); 3.9 kB
 * are the list of routes, which grows by some 30 bytes a screen.
 */
const MAX_SCRIPT_BYTES = 113_000

test('文章だけのページのスクリプトは、合わせて113.0 kB以内', async () => {
  const { text } = await request('/accessibility')
  const boot = /<script[^>]*id="app-boot"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? ''
  const names = new Set([...boot.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name = '']) => name))
  expect(names.size).toBeGreaterThan(0)
  for (const name of names)
    for (const [, imported = ''] of readAsset(name).matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
      names.add(imported)
  const sizes = [...names].map((name) => brotliCompressSync(readAsset(name)).byteLength)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
})
