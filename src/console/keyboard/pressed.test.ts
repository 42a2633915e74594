import { describe, expect, test } from 'vitest'
import { meaningOf, type Stroke } from './pressed.ts'

const stroke = (key: string, more: Partial<Stroke> = {}) =>
  meaningOf({
    key,
    ctrl: false,
    meta: false,
    alt: false,
    isComposing: false,
    inField: false,
    afterG: false,
    lettersOff: false,
    ...more,
  })

describe('キーの意味', () => {
  test('一覧ではJとKで動き、ほかの文字は件の操作になる', () => {
    expect([stroke('j'), stroke('K'), stroke('a')]).toEqual([
      { what: 'down' },
      { what: 'up' },
      { what: 'letter', letter: 'a' },
    ])
  })

  test('Gのあとの文字は、行き先になる', () => {
    expect([stroke('g'), stroke('i', { afterG: true })]).toEqual([
      { what: 'goNext' },
      { what: 'go', letter: 'i' },
    ])
  })

  test.each([
    ['文字の入力中', { inField: true }],
    ['変換中', { isComposing: true }],
    ['1文字のキーを切っているとき', { lettersOff: true }],
    ['Altと一緒のとき', { alt: true }],
  ])('%sは、1文字のキーは働かない', (_, more) => {
    expect(['j', 'a', 'g', '/', '?', 'r'].map((key) => stroke(key, more))).toEqual(
      Array(6).fill(undefined),
    )
  })

  test('変換を確定するEnterは送らず、Ctrl+Enterは入力中でも送る', () => {
    expect(stroke('Enter', { ctrl: true, inField: true, isComposing: true })).toBeUndefined()
    expect(stroke('Enter', { ctrl: true, inField: true })).toEqual({ what: 'send' })
    expect(stroke('Enter')).toBeUndefined()
  })

  test('操作の検索と戻るは、入力中でも、1文字のキーを切っていても働く', () => {
    expect(stroke('k', { meta: true, inField: true, lettersOff: true })).toEqual({
      what: 'palette',
    })
    expect(stroke('Escape', { inField: true })).toEqual({ what: 'back' })
  })
})
