import { readFileSync, readdirSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Drawing } from './drawing.tsx'
import { firstBillDrawing } from './first-bill.ts'

const folder = new URL('.', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const firstBill = firstBillDrawing({
  issueYen: 3300,
  preparationYen: 433,
  monthYen: 808,
  totalYen: 4541,
  nextYen: 1191,
})
const drawings: [name: string, svg: string][] = [
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.svg'))
    .map((name): [string, string] => [name, read(name)]),
  ['first-bill', firstBill],
]
/** A plate, a spot, the phone of the opening, and what fills a phone's column (344 px). */
const sizes = ['240 180', '56 56', '280 580', '344 224', '344 236', '344 262']
const styled = new Set(read('drawing.css').match(/(?<=\.)[a-z][a-z0-9-]*/g))

function valuesOf(svg: string, attribute: string): string[] {
  return Array.from(svg.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g')), ([, at = '']) => at)
}

test('図と小さな図は、あわせて30ほど', () => {
  expect(drawings.length).toBeGreaterThanOrEqual(34)
})

describe.each(drawings)('%s', (name, svg) => {
  const limit = name === 'hero-phone.svg' ? 2048 : 1600

  test(`図の中身を言葉で言い、${limit}バイトに収まる`, () => {
    expect(svg).toMatch(/<svg [^>]*role="img" aria-label="[^"]{2,}"/)
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(limit)
  })

  test('等倍で、デザインシステムのクラスだけで描く', () => {
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
    expect(valuesOf(svg, 'width')[0]).toBe(width)
    expect(valuesOf(svg, 'height')[0]).toBe(height)
    expect(sizes).toContain(`${width} ${height}`)
    const classes = valuesOf(svg, 'class').flatMap((value) => value.split(' '))
    expect(classes.filter((one) => !styled.has(one))).toEqual([])
    expect(svg).not.toMatch(/ (style|fill|stroke|id|on\w+)=|<(script|style|image|use)\b/)
  })

  test('料金や速度を手で書いていない', () => {
    if (name === 'first-bill') return
    expect(svg.replaceAll(/\{\{[^}]*\}\}/g, '')).not.toMatch(/\d円|\d ?[kM]bps/)
  })
})

test('最初の請求の図の面積は、金額のとおり', () => {
  const radius = Number(/A(\d+) /.exec(firstBill)?.[1])
  const next = Number(/cx="296" cy="[\d.]+" r="([\d.]+)"/.exec(firstBill)?.[1])
  expect((next / radius) ** 2).toBeCloseTo(1191 / 4541, 2)
  expect(firstBill).toContain(
    '最初の月は4,541円。うちSIM発行手数料が3,300円、SIM準備料が433円、月額などが808円',
  )
})

describe('ページの中の図', () => {
  const svg = read('talk-relay.svg')
  const show = (alt?: string) =>
    renderToStaticMarkup(<Drawing svg={svg} figures={{ 'yen talk.per30s': '11円' }} alt={alt} />)

  test('数字が入る', () => {
    expect(show()).toContain('>30秒 11円</text>')
    expect(() => renderToStaticMarkup(<Drawing svg={svg} />)).toThrow('yen talk.per30s')
  })

  test('図の言葉、ページの言葉で名乗るか、言葉の横では黙る', () => {
    expect(show()).toContain('role="img" aria-label="中継を通して')
    expect(show('通話の料金')).toContain('role="img" aria-label="通話の料金"')
    expect(show('')).toContain('aria-hidden="true"')
    expect(show('')).not.toContain('role=')
  })
})
