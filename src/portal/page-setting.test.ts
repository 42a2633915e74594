import { expect, test } from 'vitest'
import { flagsOf } from './page-setting.ts'

const allOn = { isMvnoHeader: true, isMvnoFooter: true, isDmmHeader: true, isDmmFooter: true }

test('初めはヘッダーとフッターがあり、お知らせバーはない', () => {
  expect(flagsOf([], '/fee')).toEqual({ ...allOn, isAnnounce: false })
  expect(flagsOf([undefined, null, 'x', {}], '/fee')).toEqual({ ...allOn, isAnnounce: false })
})

test('ページは名指したものだけを変え、内側の経路が勝つ', () => {
  const outer = { page: { isAnnounce: true, isDmmFooter: false } }
  const inner = { page: { isDmmFooter: true, isMvnoFooter: false } }
  expect(flagsOf([outer, inner], '/mypage/top.html')).toEqual({
    ...allOn,
    isAnnounce: true,
    isMvnoFooter: false,
  })
})

test('多くのページを持つ経路は、番地で決める', () => {
  const handle = { page: (path: string) => ({ isAnnounce: path === '/info' }) }
  expect(flagsOf([handle], '/info').isAnnounce).toBe(true)
  expect(flagsOf([handle], '/fee').isAnnounce).toBe(false)
})

test('データ容量の変更では、ページの設定にかかわらずヘッダーを出す', () => {
  const off = { page: { isMvnoHeader: false } }
  expect(flagsOf([off], '/mypage/plan/change.html').isMvnoHeader).toBe(true)
  expect(flagsOf([off], '/mypage/top.html').isMvnoHeader).toBe(false)
})
