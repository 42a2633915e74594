import { describe, expect, test } from 'vitest'
import { pathOf, variantOf, viewOf } from './view-path.ts'

describe('spec 2.2: which file a path asks for', () => {
  test.each([
    ['/', '/index'],
    ['/fee', '/fee/index'],
    ['/fee/', '/fee/index'],
    ['/fee/index.html', '/fee/index'],
    ['/beginner/simfree.html', '/beginner/simfree'],
    ['/app/tool.html', '/app/tool'],
    ['/info/notice190723.html', '/info/notice190723'],
  ])('%s asks for %s', (path, view) => {
    expect(viewOf(path)).toBe(view)
  })

  test.each([
    '/assets',
    '/assets/cop/views/fee/index.default.html',
    '/assetsx',
    '/a.map',
    'fee',
    '',
  ])('%s is refused', (path) => {
    expect(viewOf(path)).toBeUndefined()
  })

  test('every view has one canonical address that leads back to it', () => {
    for (const view of ['/index', '/fee/index', '/beginner/simfree', '/app/tool']) {
      expect(viewOf(pathOf(view))).toBe(view)
    }
  })

  test('a phone gets the phone file, except on the tool page', () => {
    expect(variantOf('/fee/index', 'mobile')).toBe('sp')
    expect(variantOf('/fee/index', 'desktop')).toBe('default')
    expect(variantOf('/app/tool', 'mobile')).toBe('default')
  })
})
