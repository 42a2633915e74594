import { expect, test } from 'vitest'
import { headForDocument } from './navigation-head.ts'

test('提供元のスタイルは描画を待ち、描画がなければすぐ効く', () => {
  const head =
    '<link rel="stylesheet" href="https://p.example/n.css" /><meta name="a" content="1" />'
  expect(headForDocument(head)).toBe(
    '<meta data-navigation name="a" content="1" />' +
      '<noscript data-navigation><link rel="stylesheet" href="https://p.example/n.css" /></noscript>',
  )
})

test('何もなければ、何も出ない', () => {
  expect(headForDocument('')).toBe('')
})
