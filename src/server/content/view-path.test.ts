import { describe, expect, test } from 'vitest'
import { pathOf, variantOf, viewOf } from './view-path.ts'

describe('仕様2.2：番地が求めるファイル', () => {
  test.each([
    ['/', '/index'],
    ['/fee', '/fee/index'],
    ['/fee/', '/fee/index'],
    ['/fee/index.html', '/fee/index'],
    ['/beginner/simfree.html', '/beginner/simfree'],
    ['/app/tool.html', '/app/tool'],
    ['/info/notice190723.html', '/info/notice190723'],
  ])('%sは%sを求める', (path, view) => {
    expect(viewOf(path)).toBe(view)
  })

  test.each([
    '/assets',
    '/assets/cop/views/fee/index.default.html',
    '/assetsx',
    '/a.map',
    'fee',
    '',
  ])('%sは断る', (path) => {
    expect(viewOf(path)).toBeUndefined()
  })

  test('どの画面にも正規の番地が1つあり、そこに戻れる', () => {
    for (const view of ['/index', '/fee/index', '/beginner/simfree', '/app/tool']) {
      expect(viewOf(pathOf(view))).toBe(view)
    }
  })

  test('電話には電話用のファイルを渡す。ツールのページを除く', () => {
    expect(variantOf('/fee/index', 'mobile')).toBe('sp')
    expect(variantOf('/fee/index', 'desktop')).toBe('default')
    expect(variantOf('/app/tool', 'mobile')).toBe('default')
  })
})
