import { expect, test } from 'vitest'
import { headForDocument } from './navigation-head.ts'

test('the provider’s stylesheet waits for the paint, or applies at once without one', () => {
  const head =
    '<link rel="stylesheet" href="https://p.example/n.css" /><meta name="a" content="1" />'
  expect(headForDocument(head)).toBe(
    '<meta data-navigation name="a" content="1" />' +
      '<noscript data-navigation><link rel="stylesheet" href="https://p.example/n.css" /></noscript>',
  )
})

test('nothing comes of nothing', () => {
  expect(headForDocument('')).toBe('')
})
