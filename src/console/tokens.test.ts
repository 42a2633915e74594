import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { colours, contrast } from '#tests/contrast.ts'

const paletteOf = (file: string) => {
  const css = readFileSync(new URL(file, import.meta.url), 'utf8')
  const [light = '', dark = ''] = css.split('@media screen and (prefers-color-scheme: dark)')
  return [light, dark].map(colours)
}
const house = paletteOf('../ui/tokens.css')
const own = paletteOf('./tokens.css')
/** What the console does not say is the house's. */
const themes = (['light', 'dark'] as const).map(
  (name, at) => [name, new Map([...(house[at] ?? []), ...(own[at] ?? [])])] as const,
)

const grounds = ['surface', 'raised', 'sunken', 'brand-soft']
const textPairs = [
  ...['ink', 'muted', 'brand', 'good', 'danger', 'time-over', 'time-today-ink'].flatMap((text) =>
    grounds.map((ground) => [text, ground] as const),
  ),
  ['ink', 'note'],
  ['ink', 'secret'],
  ['muted', 'secret'],
  ['danger', 'danger-soft'],
  ['warning', 'warning-soft'],
  ['good', 'good-soft'],
  ['brand-ink', 'brand'],
  ['accent-ink', 'accent-strong'],
  ['rail-ink', 'rail'],
  ['rail-ink', 'rail-on'],
  ['rail-muted', 'rail'],
  ['rail-over-ink', 'rail-over'],
  ['acting-ink', 'acting'],
] as const
const edgePairs = [
  'control-line',
  'focus',
  'time-over',
  'time-today',
  'time-near',
  'time-far',
].flatMap((edge) => grounds.map((ground) => [edge, ground] as const))

describe.each(themes)('コンソールの配色（%s）', (_, palette) => {
  const read = (role: string) => {
    const hex = palette.get(role)
    if (hex === undefined) throw new Error(`no colour --${role}`)
    return hex
  }

  test.each(textPairs)('%sの文字は%sの上で読める（4.5：1）', (text, ground) => {
    expect(contrast(read(text), read(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(edgePairs)('%sの線は%sの上で見える（3：1）', (edge, ground) => {
    expect(contrast(read(edge), read(ground))).toBeGreaterThanOrEqual(3)
  })
})

test('業務の画面は、会員の画面の色を使わない', () => {
  const member = ['brand', 'accent', 'surface'].map((role) => house[0]?.get(role))
  const console = ['brand', 'accent', 'surface'].map((role) => own[0]?.get(role))
  expect(console.filter((colour) => member.includes(colour))).toEqual([])
})
