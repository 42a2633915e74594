import { describe, expect, test } from 'vitest'
import { maskAddress } from './client-address.ts'

describe('ログインの記録に残す接続元は、末尾を隠す', () => {
  test.each([
    ['203.0.113.45', '203.0.113.*'],
    ['::ffff:203.0.113.45', '203.0.113.*'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:*'],
    ['::1', '::1'],
  ])('%s → %s', (address, masked) => {
    expect(maskAddress(address)).toBe(masked)
  })
})
