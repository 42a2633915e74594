import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Sentence } from './sentence.tsx'

const unbroken = (text: string) => {
  const markup = renderToStaticMarkup(<Sentence>{text}</Sentence>)
  expect(markup.replace(/<[^>]+>/g, '')).toBe(text)
  return Array.from(markup.matchAll(/<span class="nowrap">([^<]+)<\/span>/g), ([, part]) => part)
}

test('数と単位、日付、時刻、電話番号は行の途中で分かれない。文は変わらない', () => {
  expect(
    unbroken('2026年11月30日（月）までに3,356円（税込）を支払うと、090-0000-3001が使えます。'),
  ).toEqual(['2026年11月30日（月）', '3,356円（税込）', '090-0000-3001'])
  expect(unbroken('月末まで約460\u00a0MB足りません。1GBなら528円です。')).toEqual([
    '約460\u00a0MB',
    '1GB',
    '528円',
  ])
  expect(unbroken('11月29日（日）12:00まで、13か月・3回線・200 kbps')).toEqual([
    '11月29日（日）',
    '12:00',
    '13か月',
    '3回線',
    '200 kbps',
  ])
})

test('請求の月は、行の途中で分かれない', () => {
  expect(unbroken('2026年10月分の請求')).toEqual(['2026年10月分'])
  expect(unbroken('10月分の料金1,191円をお支払いください。')).toEqual(['10月分', '1,191円'])
})

test('数のない文は、そのまま', () => {
  expect(unbroken('データは減りません。')).toEqual([])
})
