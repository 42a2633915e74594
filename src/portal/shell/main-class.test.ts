import { expect, test } from 'vitest'
import { mainClassOf } from './place.ts'

test.each([
  ['<div class="provider-main provider-main--pc">', 'provider-main provider-main--pc'],
  ['<div id="x" class="a"></div>', 'a'],
  ['<div>', ''],
  ['', ''],
  ['text <div class="late">', ''],
])('%sでは、外枠のクラスが「%s」になる', (markup, expected) => {
  expect(mainClassOf(markup)).toBe(expected)
})
