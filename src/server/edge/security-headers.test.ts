import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './security-headers.ts'

const origins = {
  platform: ['https://provider.example'],
  platformScripts: ['https://provider.example/announce/bar.js?v=2#x'],
  identityProvider: ['https://login.example'],
  reporting: ['https://errors.example'],
  https: true,
}

const directive = (name: string, inline?: { scripts: string[]; styles: string[] }) =>
  contentSecurityPolicy(origins, inline)
    .split('; ')
    .find((part) => part.startsWith(`${name} `))

test('提供元のスクリプトは、お知らせバーの1本だけが動く', () => {
  expect(directive('script-src')).toBe("script-src 'self' https://provider.example/announce/bar.js")
  expect(directive('script-src', { scripts: ["'nonce-1'"], styles: [] })).toBe(
    "script-src 'self' 'nonce-1' https://provider.example/announce/bar.js",
  )
})

test('提供元のスタイル・画像・通信は、これまでどおり通す', () => {
  expect(directive('style-src')).toBe("style-src 'self' https://provider.example")
  expect(directive('img-src')).toBe("img-src 'self' data: https://provider.example")
  expect(directive('connect-src')).toBe(
    "connect-src 'self' https://provider.example https://errors.example",
  )
})
