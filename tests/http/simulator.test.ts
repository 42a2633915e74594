import { describe, expect, test } from 'vitest'
import { attribute, textOf } from '#server/content/html-tree.ts'
import type { Page } from '../browser-without-script.ts'
import { visit } from './portal.ts'

const total = (page: Page) => page.textsOf('amount--figure')[0]

describe('料金シミュレーション（スクリプトなし）', () => {
  test('トップの3つの質問から、内訳つきの答えへ進む', async () => {
    const top = await visit().open('/')
    expect(total(top)).toBe('1,191円')
    const answer = await top.press('料金を計算する', { gb: '10', lines: '2', kind: 'sms' })
    expect(answer.url.pathname + answer.url.search + answer.url.hash).toBe(
      '/fee?gb=10&lines=2&kind=sms#simulator',
    )
    // (1,410 + 450) × 1.1 + 3.3 × 2 = 2,052.6
    expect(total(answer)).toBe('2,052円')
    expect(answer.valueOf('lines')).toBe('2')
  })

  test('8GB未満の2回線は理由を示し、選べる組み合わせへ案内する', async () => {
    const page = await visit().open('/fee?gb=5&lines=2&kind=voice&kind=data')
    expect(page.textIn('simulation')).toContain('データ容量を分け合えるのは8GB以上です')
    expect(page.textIn('simulation')).toContain('契約はおひとりにつき1つ')
    // (1,480 + 400) × 1.1 + 3.3 = 2,071.3
    expect(total(await page.follow('8GBを2回線で分け合う料金を見る'))).toBe('2,071円')
  })

  test('間違いは欄の横に示し、入力を残す', async () => {
    const minutes = encodeURIComponent('たくさん')
    const page = await visit().open(`/fee?gb=3&lines=1&kind=voice&minutes=${minutes}`)
    expect(page.valueOf('minutes')).toBe('たくさん')
    const field = page.elements.find((one) => attribute(one, 'id') === 'ask-minutes')
    expect(field && attribute(field, 'aria-invalid')).toBe('true')
    const error = '通話の分数を0から44,640までの数字で入力してください。'
    expect(page.textIn('ask-minutes-error')).toBe(error)
    expect(page.links.map(({ href }) => href)).toContain('#ask-minutes')
  })

  test('内訳は、足すと合計になる項目と計算の式を示す', async () => {
    const query = 'gb=3&lines=1&kind=voice&minutes=30&calls=3&option=tenMinuteCalls'
    const page = await visit().open(`/fee?${query}`)
    expect(page.text).toContain('内訳を見る')
    const tables = page.elements.filter(({ tagName }) => tagName === 'table').map(textOf)
    const text = tables.find((table) => table.includes('毎月の料金')) ?? ''
    expect(text).toContain('基本料金 3GB（音声通話SIM）')
    expect(text).toContain('1,080円 × 1か月（税抜）')
    expect(text).toContain('10分かけ放題')
    // 1,188 + 770 + 3.3: three calls of ten minutes are free.
    expect(text).toContain('1,961円')
  })
})
