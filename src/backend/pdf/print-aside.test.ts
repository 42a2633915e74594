import { expect, test } from 'vitest'
import { instant } from '#domain/tokyo.ts'
import type { DocumentContent } from './content.ts'
import { createPrinter } from './print-aside.ts'
import { printDocument } from './print.ts'

const at = instant('2026-11-20T10:00:00+09:00')

const callsOf = (count: number): DocumentContent => ({
  title: '通話・SMSの明細',
  facts: [{ label: '対象', value: '2026年11月' }],
  blocks: [
    {
      heading: '通話',
      table: {
        columns: [
          { header: '日時', share: 2 },
          { header: '相手', share: 2 },
          { header: '料金', share: 1, numeric: true },
        ],
        rows: Array.from({ length: count }, (_, n) => [`11月20日 ${n}`, '090-0000-0000', '22円']),
      },
    },
  ],
  footer: 'ひびきモバイル',
})

/** How often others got their turn meanwhile. */
async function ticksDuring(work: () => Promise<unknown>) {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 5)
  await work()
  clearInterval(timer)
  return ticks
}

test('長い明細を作る間も、ほかの方の順番が回ってくる。できあがりは同じ', async () => {
  const print = createPrinter()
  let pdf = new Uint8Array()
  const ticks = await ticksDuring(async () => {
    pdf = new Uint8Array(await print(callsOf(400), at))
  })
  expect(ticks).toBeGreaterThan(10)
  const own = await printDocument(callsOf(400), at)
  expect(Buffer.from(pdf).subarray(0, 8).toString()).toBe('%PDF-1.7')
  expect(pdf.length).toBe(own.length)
})

test('決めた量を超える明細は、その1件だけが断られ、次の明細はまた作られる', async () => {
  const print = createPrinter({ memoryMb: 48 })
  // Row by row, as a real one grows: a single string of that size would end the whole process.
  const printed = print(callsOf(20_000), at).then(({ length }) => `${length} bytes`)
  await expect(printed).rejects.toThrow(/memory/)
  expect((await print(callsOf(1), at)).length).toBeGreaterThan(1000)
})

test('順番を待つ方が多すぎれば、待たせずに「しばらくしてから」と断る', async () => {
  const print = createPrinter({ mostWaiting: 1 })
  const first = print(callsOf(1), at)
  await expect(print(callsOf(1), at)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    retryAfterSeconds: 5,
  })
  expect((await first).length).toBeGreaterThan(1000)
  expect((await print(callsOf(1), at)).length).toBeGreaterThan(1000)
})
