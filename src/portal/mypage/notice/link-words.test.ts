import { expect, test } from 'vitest'
import { billPage, documentFile, orderPage, pages } from '#vocabulary/pages.ts'
import { linkWords } from './notice-list.tsx'

test.each([
  [pages.logins, '「ログインの記録」を開く'],
  [pages.topUp, '「データチャージ」を開く'],
  [`${pages.usage}?view=records`, '「データ利用量」を開く'],
  [orderPage('O-1'), '「お手続き状況」を開く'],
  [billPage('2026-11'), '請求の内訳を見る'],
  [pages.pay, '「料金のお支払い」を開く'],
  ['/order/succession/stop', '「お申し出を止める画面」を開く'],
  [documentFile('D-1'), '「契約書面」を開く'],
  ['/info/outage.html', '「障害・メンテナンス情報」を開く'],
])('お知らせから %s へは「%s」', (href, words) => {
  expect(linkWords(href)).toBe(words)
})
