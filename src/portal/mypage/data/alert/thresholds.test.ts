import { describe, expect, test } from 'vitest'
import { alertApi } from '#protocol/alert.ts'
import { parseGiven } from '#protocol/form.ts'
import { choiceOf, choicesOf, readOwn } from './thresholds.ts'

describe('データ残量のお知らせの設定', () => {
  test('自分で決めた値も、用意した値と並んで選べ、いまの設定に印がつく', () => {
    const set = [
      { unit: 'remainingBytes', value: 700_000_000, enabled: true },
      { unit: 'remainingBytes', value: 500_000_000, enabled: false },
      { unit: 'usedPercent', value: 80, enabled: true },
    ] as const
    expect(choicesOf('remainingBytes', set)).toEqual([
      { unit: 'remainingBytes', value: 3_000_000_000, enabled: false },
      { unit: 'remainingBytes', value: 1_000_000_000, enabled: false },
      { unit: 'remainingBytes', value: 700_000_000, enabled: true },
      { unit: 'remainingBytes', value: 500_000_000, enabled: false },
      { unit: 'remainingBytes', value: 100_000_000, enabled: false },
    ])
  })

  test('印をつけた値だけが、受け口の形で送られる。知らない単位や数でない値は断る', () => {
    const { body } = alertApi.highSpeedResidualNotificationPut
    const form = new FormData()
    form.set('channel', 'mail')
    expect(parseGiven(body, form)).toEqual({ value: { thresholds: [], channel: 'mail' } })
    form.append('thresholds', choiceOf({ unit: 'usedPercent', value: 80 }))
    form.append('usedUp', 'off')
    expect(parseGiven(body, form)).toEqual({
      value: {
        thresholds: [{ unit: 'usedPercent', value: 80, enabled: true }],
        channel: 'mail',
        usedUp: false,
      },
    })
    for (const wrong of ['x', '{"unit":"x","value":1,"enabled":true}', '{"unit":"usedPercent"}']) {
      form.set('thresholds', wrong)
      expect(parseGiven(body, form)).toHaveProperty(['fields', 'thresholds'])
    }
  })

  test('自分の値は全角でも桁区切りでも読み、MBをバイトにする。空なら何もしない', () => {
    expect(readOwn('remainingBytes', '１，５００')).toEqual({
      unit: 'remainingBytes',
      value: 1_500_000_000,
      enabled: true,
    })
    expect(readOwn('chargesYen', '')).toBeUndefined()
  })

  test('数でない値と範囲の外の値は、どの欄のことか分かる文になる', () => {
    const percent = '割合（％）は、1から100までの数字で入力してください。'
    expect(readOwn('usedPercent', '101')).toBe(percent)
    expect(readOwn('usedPercent', '半分')).toBe(percent)
    expect(readOwn('remainingBytes', '0')).toBe(
      '残量（MB）は、1から999,999までの数字で入力してください。',
    )
    expect(readOwn('chargesYen', '-3')).toBe(
      '金額（円）は、1から999,999までの数字で入力してください。',
    )
  })
})
