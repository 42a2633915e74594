import { expect, test } from 'vitest'
import { phoneOf } from './phone.ts'

const agents = [
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15', 'apple'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', 'apple'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_3_1 like Mac OS X) AppleWebKit/605.1.15', undefined],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0 Mobile', 'android'],
  ['Mozilla/5.0 (Linux; Android 9; Pixel 3) AppleWebKit/537.36 Chrome/120.0 Mobile', undefined],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0', undefined],
  ['', undefined],
] as const

test.each(agents)('端末にeSIMを追加するリンクは、開ける端末だけに出す：%s', (agent, phone) => {
  const request = new Request('https://portal.example.jp/', { headers: { 'user-agent': agent } })
  expect(phoneOf(request)).toBe(phone)
})
