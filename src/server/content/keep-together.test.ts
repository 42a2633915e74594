import { expect, test } from 'vitest'
import { keepTogether } from './build.ts'

test('日付、税込の金額、月数は、行の途中で分かれない', () => {
  expect(keepTogether('<p>2026年12月2日（水）から3か月、1,188円（税込）です。</p>')).toBe(
    '<p><span class="nowrap">2026年12月2日（水）</span>から<span class="nowrap">3か月</span>、' +
      '<span class="nowrap">1,188円（税込）</span>です。</p>',
  )
  expect(keepTogether('2025年7月利用分から')).toBe(
    '<span class="nowrap">2025年7月</span><span class="nowrap">利用分から</span>',
  )
})

test('数と単位、電話番号は、行の途中で分かれない', () => {
  expect(
    keepTogether('<p>最大200kbps、366MB、30秒ごと、3回線、0000-00-0000、1,188円から</p>'),
  ).toBe(
    `<p>最大${['200kbps', '366MB', '30秒', '3回線', '0000-00-0000', '1,188円']
      .map((unit) => `<span class="nowrap">${unit}</span>`)
      .join('、')
      .replace('30秒</span>、', '30秒</span>ごと、')}から</p>`,
  )
})

test('属性と図と選択肢は、そのままにする', () => {
  const html =
    '<span data-title="2026年12月2日"></span><svg><text>2か月目</text></svg><option>3か月</option>'
  expect(keepTogether(html)).toBe(html)
  expect(keepTogether(`${html}Wi-Fi`)).toBe(`${html}<span class="nowrap">Wi-Fi</span>`)
})

test('ひとつの行に入らない名前は、語の間で分かれる', () => {
  expect(keepTogether('<th>ブロードバンドユニバーサルサービス料</th>')).toBe(
    '<th><span class="whole">ブロードバンド</span><wbr><span class="whole">ユニバーサルサービス料</span></th>',
  )
})
