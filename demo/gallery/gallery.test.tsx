import { readFileSync, readdirSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Gallery, findGalleryPart, galleryParts } from './gallery.tsx'

const whole = renderToStaticMarkup(<Gallery />)

function valuesOf(attribute: string): string[] {
  return Array.from(whole.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g')), ([, at = '']) => at)
}

describe('the gallery', () => {
  test('names every part once', () => {
    const slugs = galleryParts.map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(slugs.length)
  })

  test('shows every part of the design system', () => {
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

  test('gives each id once', () => {
    const ids = valuesOf('id')
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('refers only to ids that are there', () => {
    const ids = new Set(valuesOf('id'))
    const references = ['for', 'aria-labelledby', 'aria-describedby', 'popoverTarget', 'commandfor']
    const used = references.flatMap(valuesOf).flatMap((value) => value.split(' '))
    expect(used.length).toBeGreaterThan(20)
    expect(used.filter((id) => !ids.has(id))).toEqual([])
  })

  test('needs no style attribute, which a strict content security policy would refuse', () => {
    expect(valuesOf('style')).toEqual([])
  })

  test('shows one part under its own address', () => {
    const part = findGalleryPart('button')
    expect(part?.title).toBe('ボタン')
    expect(renderToStaticMarkup(<Gallery part={part} />)).toContain('<h1>ボタン</h1>')
    expect(findGalleryPart('toString')).toBeUndefined()
  })
})
