import { expect, test } from 'vitest'
import { procedurePages } from '#portal/mypage/flow/procedures.ts'
import { pages } from '#vocabulary/pages.ts'
import { hidesNavigation, isContent, isTop, placeIdOf, viewportOf } from './place.ts'

test.each([
  ['/', 78],
  ['/fee', 78],
  ['/mypage/top.html', 79],
  ['/mypage', 79],
  ['/talk/top.html', 80],
])('%sのお知らせバーの場所は%i', (path, placeId) => {
  expect(placeIdOf(path)).toBe(placeId)
})

test('トップページは、いちばん上の番地だけ', () => {
  expect(['/', '/fee', '/top'].filter(isTop)).toEqual(['/'])
})

test.each([
  ['?navi=none', true],
  ['?a=1&navi=none', true],
  ['?navi=full', false],
  ['?navi=NONE', false],
  ['?xnavi=none', false],
  ['', false],
])('%sはヘッダーとフッターを隠す：%s', (search, expected) => {
  expect(hidesNavigation(search)).toBe(expected)
})

test('アプリ・ツールだけは、スマートフォンでも1024pxの幅で見せる', () => {
  expect(viewportOf('/app/tool.html', 'mobile')).toBe('width=1024')
  expect(viewportOf('/app/tool.html', 'desktop')).toBe('width=device-width, initial-scale=1')
  expect(viewportOf('/fee', 'mobile')).toBe('width=device-width, initial-scale=1')
})

test('手続きの画面とお申し込みには白い幕をかけず、手順の輪がすぐに見える', () => {
  const steps = Object.values(procedurePages).map((page) => page?.path ?? '')
  expect([...steps, pages.topUp, '/order/apply/kind'].filter(isContent)).toEqual([])
  expect(['/', '/fee', '/support'].filter(isContent)).toEqual(['/', '/fee', '/support'])
})
