import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { instant } from '#domain/tokyo.ts'
import { CharacterNotPrintable, printDocument, unprintable } from './print.ts'
import type { DocumentContent } from './content.ts'
import { readStructure } from '../../../tests/pdf-structure.ts'

const content = (name: string): DocumentContent => ({
  title: '契約書面',
  facts: [{ label: '書面の日付', value: '2026年11月20日（金）' }],
  blocks: [
    { heading: 'ご契約者', rows: [{ label: '氏名', value: name }] },
    { heading: '解約', paragraphs: ['解約はいつでもお申し込みいただけます。'.repeat(20)] },
    {
      heading: '明細',
      rows: Array.from({ length: 60 }, (_, n) => ({ label: `${n}行目`, value: '1,080円' })),
    },
  ],
  footer: 'ひびきモバイル株式会社',
})
const at = instant('2026-11-20T10:00:00+09:00')

describe('印字', () => {
  test.each(['髙橋 徹', '山﨑 渉', '𠮷田 茂', '德川 家', '①㈱Ⅲ', '渡邉 邊', '〒154-0004 −'])(
    '%s は正しく印字できる',
    (name) => {
      expect(unprintable(content(name))).toEqual([])
    },
  )

  test.each([
    ['絵文字', '田中😀'],
    ['異体字セレクタ', '葛\u{E0100}城'],
    ['外字', '\uE000田'],
    ['制御文字', '田\u0007中'],
    ['見えないハイフン', '田\u00AD中'],
    ['幅のない空白', '田\u200B中'],
    ['結合を止める文字', '田\u200C中'],
    ['向きを変える文字', '田\u202E中'],
  ])('%sがあれば、何も印字せずに止まる', async (_, name) => {
    await expect(printDocument(content(name), at)).rejects.toBeInstanceOf(CharacterNotPrintable)
  })
})

describe('PDF', () => {
  test('見出しと表のタグがつき、日本語と題が書かれ、同じ内容は同じ指紋になる', async () => {
    const [one, two] = await Promise.all([
      printDocument(content('髙橋 徹'), at),
      printDocument(content('髙橋 徹'), at),
    ])
    const hash = (pdf: Buffer) => createHash('sha256').update(pdf).digest('hex')
    expect(hash(one)).toBe(hash(two))
    const text = one.toString('latin1')
    expect(text.startsWith('%PDF-1.7')).toBe(true)
    expect(text).toContain('/Marked true')
    expect(text).toContain('/Lang (ja-JP)')
    for (const tag of [
      '/S /Document',
      '/S /H1',
      '/S /H2',
      '/S /Table',
      '/S /TR',
      '/S /TH',
      '/S /TD',
    ])
      expect(text).toContain(tag)
  })

  test('ページをまたいでも、タグは開いたページで閉じ、表の1行は1ページに収まる', async () => {
    // 60 rows do not fit on one page, and neither does the long paragraph after them.
    const long = content('髙橋 徹')
    const blocks = [...long.blocks, { heading: '約款', paragraphs: ['長い文です。'.repeat(1000)] }]
    const { faults, rowPages, pages } = readStructure(await printDocument({ ...long, blocks }, at))
    expect(faults).toEqual([])
    expect(rowPages).toHaveLength(62)
    expect(rowPages.filter((on) => on.length !== 1)).toEqual([])
    expect(pages).toBeGreaterThan(4)
  })
})
