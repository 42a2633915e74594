import { readFileSync, readdirSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Gallery, findGalleryPart, galleryParts } from './gallery.tsx'

const whole = renderToStaticMarkup(<Gallery />)

function valuesOf(attribute: string): string[] {
  return Array.from(whole.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g')), ([, at = '']) => at)
}

describe('見本帳', () => {
  test('どの部品も、名前は1回だけ出る', () => {
    const slugs = galleryParts.map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(slugs.length)
  })

  test('デザインシステムのすべての部品が見られる', () => {
    const folder = new URL('../../src/ui/', import.meta.url)
    const parts = readdirSync(folder).filter((name) => /^[a-z-]+\.tsx$/.test(name))
    const pages = readdirSync(new URL('.', import.meta.url))
      .filter((name) => name.endsWith('-parts.tsx'))
      .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
      .join('\n')
    const inner = ['field-frame.tsx', 'bars-table.tsx', 'sentence.tsx', 'ring-growth.tsx']
    const missing = parts.filter((name) => !inner.includes(name) && !pages.includes(`#ui/${name}'`))
    expect(parts.length).toBeGreaterThan(30)
    expect(missing).toEqual([])
  })

  test('絵は、ファイルのすべてと、組み立てる絵が見られる', () => {
    const folder = new URL('../../src/ui/drawing/', import.meta.url)
    const files = readdirSync(folder).flatMap((name) => /^(.*)\.svg$/.exec(name)?.[1] ?? [])
    expect(files.length).toBeGreaterThan(5)
    const drawn = Object.keys(findGalleryPart('drawing')?.states ?? {})
    expect(drawn.toSorted()).toEqual([...files, 'first-bill'].toSorted())
  })

  test('同じidは2つない', () => {
    const ids = valuesOf('id')
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('指しているidは、すべてある', () => {
    const ids = new Set(valuesOf('id'))
    const references = ['for', 'aria-labelledby', 'aria-describedby', 'popoverTarget', 'commandfor']
    const used = references.flatMap(valuesOf).flatMap((value) => value.split(' '))
    expect(used.length).toBeGreaterThan(20)
    expect(used.filter((id) => !ids.has(id))).toEqual([])
  })

  test('style属性を使わないので、厳しいCSPでも断られない', () => {
    expect(valuesOf('style')).toEqual([])
  })

  test('部品ひとつを、その番地で見られる', () => {
    const part = findGalleryPart('button')
    expect(part?.title).toBe('ボタン')
    expect(renderToStaticMarkup(<Gallery part={part} />)).toContain('<h1>ボタン</h1>')
    expect(findGalleryPart('toString')).toBeUndefined()
  })
})
