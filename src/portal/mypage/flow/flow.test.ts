import { describe, expect, test } from 'vitest'
import { againAddress, doneAddress, noteOf, stepOf } from './address.ts'
import { readDraft } from './draft.ts'
import { insteadOf } from './instead.ts'
import { formatDelta, formatLimit, formatTenthsYen, lineWords } from './wording.ts'

const at = (path: string) => new URL(path, 'https://portal.example')

describe('手続きの段階は、アドレスだけで決まる', () => {
  test.each([
    ['/mypage/plan/change.html', { name: 'input' }],
    ['/mypage/plan/change.html?plan=18', { name: 'input' }],
    ['/mypage/plan/change.html?step=confirm&plan=18', { name: 'confirm' }],
    ['/mypage/plan/change.html?step=done', { name: 'input' }],
    ['/mypage/plan/change.html?undo=A-1', { name: 'undo', orderNo: 'A-1' }],
    ['/mypage/plan/change.html?done=A-1&step=confirm', { name: 'done', orderNo: 'A-1' }],
  ])('%s', (path, step) => {
    expect(stepOf(at(path))).toEqual(step)
  })

  test('受付番号は、アドレスの区切りになる文字を含んでも元のまま読める', () => {
    const address = at(doneAddress('/mypage/order.html', 'A&b=1'))
    expect(stepOf(address)).toEqual({ name: 'done', orderNo: 'A&b=1' })
  })

  test('戻ってきた確認画面は、選んだ回線をすべて覚えている', () => {
    const again = at(againAddress(at('/a.html?step=confirm&lineId=x&lineId=y'), 'verified'))
    expect(again.searchParams.getAll('lineId')).toEqual(['x', 'y'])
    expect(noteOf(again)).toBe('verified')
    expect(noteOf(at('/a.html?note=anything'))).toBeUndefined()
  })
})

describe('入力の不足は、項目ごとに何をすればよいかを伝える', () => {
  const questions = {
    size: { missing: 'SIMの形を選んでください。', answers: ['nano', 'esim'] },
    nickname: { missing: '', optional: true },
  }

  test('選択肢にない答えは、選ばれていないのと同じ', () => {
    const draft = readDraft(new URLSearchParams('size=huge&nickname=%20子ども用%20'), questions)
    expect(draft).toEqual({
      typed: { size: 'huge', nickname: '子ども用' },
      errors: { size: 'SIMの形を選んでください。' },
    })
  })

  test('答えがそろえば、誤りはない', () => {
    expect(readDraft(new URLSearchParams('size=esim'), questions).errors).toEqual({})
  })
})

describe('期限と金額の言い方', () => {
  test.each([
    ['2026-12-01T00:00:00+09:00', '2026年11月30日（月）24:00まで'],
    ['2027-01-01T00:00:00+09:00', '2026年12月31日（木）24:00まで'],
    ['2026-11-29T12:00:00+09:00', '2026年11月29日（日）12:00まで'],
    ['2026-11-29T15:00:00Z', '2026年11月29日（日）24:00まで'],
  ])('%s', (instant, words) => {
    expect(formatLimit(instant)).toBe(words)
  })

  test.each([
    [22, '2.2円'],
    [10_780, '1,078円'],
    [-5, '−0.5円'],
    [-15, '−1.5円'],
    [0, '0円'],
  ])('%d', (tenths, words) => {
    expect(formatTenthsYen(tenths)).toBe(words)
  })

  test('差額は、上がるのか下がるのかを符号で示す', () => {
    expect([formatDelta(660), formatDelta(-308), formatDelta(0)]).toEqual([
      '＋660円',
      '−308円',
      '変わりません',
    ])
  })

  test('名前のない回線は、番号だけで呼ぶ', () => {
    expect(lineWords({ nickname: '', number: '09000001001' })).toBe('090-0000-1001')
    expect(lineWords({ nickname: '健一', number: '09000001001' })).toBe('健一（090-0000-1001）')
  })
})

test('進行中の手続きが妨げているときは、その手続きへ案内する', () => {
  expect(insteadOf({ code: 'SIM_ORDER_OPEN', blockedBy: 'A-1' })?.href).toBe(
    '/mypage/order.html?no=A-1',
  )
  expect(insteadOf({ code: 'CANCELLATION_BOOKED', blockedBy: 'A-1' })?.href).toBe(
    '/mypage/sim/cancel.html',
  )
  expect(insteadOf({ code: 'SIZE_UNCHANGED' })).toBeUndefined()
})
