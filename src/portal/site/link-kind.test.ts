import { expect, test } from 'vitest'
import { linkKind } from './link-kind.ts'

test.each([
  ['http://example.jp/', '', 'full-load'],
  ['https://example.jp/fee', '', 'full-load'],
  ['HTTPS://EXAMPLE.JP/', '', 'full-load'],
  ['//example.jp/', '', 'full-load'],
  ['mailto:info@example.jp', '', 'full-load'],
  ['tel:0120000000', '', 'full-load'],
  ['/mypage', '', 'full-load'],
  ['/mypage/plan/change.html', '', 'full-load'],
  ['mypage/top.html', '', 'full-load'],
  ['#plans', '', 'anchor'],
  ['#', '', 'anchor'],
  ['/fee', '_blank', 'new-window'],
  ['https://example.jp/faq', '_blank', 'new-window'],
  ['#plans', 'help', 'new-window'],
  ['/mypage/top.html', '_blank', 'new-window'],
  ['/fee', '_self', 'in-app'],
  ['/', '', 'in-app'],
  ['', '', 'in-app'],
  ['/fee', '', 'in-app'],
  ['/fee#one-off', '', 'in-app'],
  ['/fee?gb=3#simulator', '', 'in-app'],
  ['/beginner/simfree.html', '', 'in-app'],
  ['/beginner/simfree.html#esim', '', 'in-app'],
  ['simfree.html', '', 'in-app'],
  ['/talk/top.html', '', 'in-app'],
  ['?gb=3', '', 'in-app'],
  ['/info#a.b', '', 'in-app'],
  ['/feed.xml', '', 'full-load'],
  ['/apn/hibiki.mobileconfig', '', 'full-load'],
  ['/auth/login?back=%2Ffee', '', 'full-load'],
  ['/api/platform/auth/', '', 'full-load'],
  ['/assets/guide.pdf', '', 'full-load'],
] as const)('%s with target "%s": %s', (href, target, kind) => {
  expect(linkKind(href, target)).toBe(kind)
})
