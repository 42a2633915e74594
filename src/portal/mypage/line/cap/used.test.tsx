import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { bytes } from '#protocol/primitives.ts'
import { CapUsed } from './used.tsx'

const GB = 1_000_000_000
const textOf = (lift?: { dayBytes?: number; monthBytes?: number }) =>
  renderToStaticMarkup(
    <CapUsed
      known={{
        used: { dayBytes: bytes.parse(0), monthBytes: bytes.parse(7_130_000_000) },
        cap: { monthBytes: 8 * GB },
        ...(lift && { lift }),
      }}
    />,
  )
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')

test.each([
  ['いつもは、決めた上限', undefined, '今月 7.13 GB / 上限 8 GB'],
  ['今日だけ増やした日は、その量', { monthBytes: 9 * GB }, '今月 7.13 GB / 今日だけ上限 9 GB'],
  ['今日だけ外した日は、上限なし', {}, '今月 7.13 GB / 今日だけ上限なし'],
])('上限のある回線の利用は、%sとくらべる', (_, lift, shown) => {
  expect(textOf(lift)).toBe(shown)
})
