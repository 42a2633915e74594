import { expect, test } from 'vitest'
import { nameOfDevice } from './device-name.ts'

test.each([
  [{ maker: 'Google', name: 'Google Pixel 8a' }, 'Google Pixel 8a'],
  [{ maker: 'Apple', name: 'iPhone 15' }, 'Apple iPhone 15'],
])('端末の名前に、メーカーの名前は1回だけ付く', (device, shown) => {
  expect(nameOfDevice(device)).toBe(shown)
})
