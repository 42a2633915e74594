import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { colours, contrast } from '#tests/contrast.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = css.split('@media screen and (prefers-color-scheme: dark)')

const grounds = ['surface', 'raised', 'sunken', 'brand-soft']
const textOn: readonly (readonly [string, readonly string[]])[] = [
  ['ink', [...grounds, 'tint', 'good-soft', 'warning-soft', 'danger-soft']],
  ['muted', [...grounds, 'good-soft', 'warning-soft', 'danger-soft']],
  ['brand', [...grounds, 'tint', 'good-soft', 'warning-soft', 'danger-soft']],
  ['good', [...grounds, 'good-soft']],
  ['warning', [...grounds, 'warning-soft']],
  ['danger', [...grounds, 'danger-soft']],
  ['brand-ink', ['brand']],
  ['accent-ink', ['accent', 'accent-strong']],
]
const edgesOn: readonly (readonly [string, readonly string[]])[] = [
  ['control-line', grounds],
  ['focus', [...grounds, 'good-soft', 'warning-soft', 'danger-soft']],
  ['accent', grounds],
  ['ring-base', grounds],
  ['ring-carry', grounds],
  ['ring-add', grounds],
  ['ring-dot', grounds],
  ['ring-warn', grounds],
  ['ring-stop', grounds],
  ['person-one', grounds],
  ['person-two', grounds],
  ['person-three', grounds],
]

const themes = [
  ['light', colours(light)],
  ['dark', colours(dark)],
] as const

describe.each(themes)('%sの配色', (_name, palette) => {
  function read(role: string): string {
    const hex = palette.get(role)
    if (hex === undefined) throw new Error(`tokens.css has no colour --${role}`)
    return hex
  }
  const textPairs = textOn.flatMap(([text, on]) => on.map((ground) => [text, ground] as const))
  const edgePairs = edgesOn.flatMap(([edge, on]) => on.map((ground) => [edge, ground] as const))

  test.each(textPairs)('%sの文字は%sの上で読める（4.5：1）', (text, ground) => {
    expect(contrast(read(text), read(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(edgePairs)('%sの縁は%sの上で見える（3：1）', (edge, ground) => {
    expect(contrast(read(edge), read(ground))).toBeGreaterThanOrEqual(3)
  })
})

const stage = readFileSync(new URL('./stage.css', import.meta.url), 'utf8')

test.each(['#0a4347', '#0b2d2f', '#2b3736'])('文字と弧は、舞台%sの上で読める', (ground) => {
  const palette = colours(stage.slice(0, stage.indexOf('.stage--quiet')))
  const text = ['ink', 'muted', 'brand', 'accent', 'good', 'warning', 'danger']
  const arcs = ['ring-base', 'ring-carry', 'ring-add', 'ring-dot', 'ring-warn', 'ring-stop']
  const people = ['person-one', 'person-two', 'person-three']
  const weak = (roles: readonly string[], least: number) =>
    roles.filter((role) => contrast(palette.get(role) ?? '#000000', ground) < least)
  expect(weak(text, 4.5)).toEqual([])
  expect(weak([...arcs, ...people], 3)).toEqual([])
})

test('2つの配色は、同じ役割を決めている', () => {
  expect([...colours(dark).keys()]).toEqual([...colours(light).keys()])
})

test('この測り方は失敗できる：白地の灰色と黒を見分ける', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#999999', '#ffffff')).toBeLessThan(4.5)
})
