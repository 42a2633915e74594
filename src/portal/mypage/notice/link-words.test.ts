import { expect, test } from 'vitest'
import { billPage, orderPage, pages } from '#vocabulary/pages.ts'
import { linkWords } from './notice-list.tsx'

test.each([
  [pages.logins, '「ログインの記録」を開く'],
  [pages.topUp, '「データチャージ」を開く'],
  [`${pages.usage}?view=records`, '「データ利用量」を開く'],
  [orderPage('O-1'), '「お手続き状況」を開く'],
  [billPage('2026-11'), '請求の内訳を見る'],
  ['/info/outage.html', '詳しく見る'],
])('お知らせから %s へは「%s」', (href, words) => {
  expect(linkWords(href)).toBe(words)
})
