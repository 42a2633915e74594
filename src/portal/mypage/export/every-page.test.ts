import { expect, test } from 'vitest'
import { everyPage } from './every-page.ts'

test('続きのある明細は、最後のページまで1つのファイルに入る', async () => {
  const pages: Record<string, { rows: number[]; nextCursor?: string }> = {
    first: { rows: [1, 2], nextCursor: 'b' },
    b: { rows: [3], nextCursor: 'c' },
    c: { rows: [4] },
  }
  expect(await everyPage(async (cursor) => pages[cursor ?? 'first'] ?? { rows: [] })).toEqual([
    1, 2, 3, 4,
  ])
})

test('終わらない明細は、途中で切れたファイルにせず失敗として知らせる', async () => {
  const endless = async () => ({ rows: [1], nextCursor: 'again' })
  await expect(everyPage(endless)).rejects.toThrow('a listing does not end')
})
