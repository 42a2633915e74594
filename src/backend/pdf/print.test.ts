import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { instant } from '#domain/tokyo.ts'
import { colours } from './letterhead.ts'
import { CharacterNotPrintable, printDocument, unprintable } from './print.ts'
import type { DocumentContent } from './content.ts'
import { readStructure, readText } from '#tests/pdf-structure.ts'

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

describe('PDFの書面', () => {
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

  test('文字は、描いた順に読み取れる：名前の異体字も、金額も', async () => {
    const text = readText(await printDocument(content('𠮷田 茂'), at))
    expect(text).toContain('契約書面')
    expect(text).toContain('𠮷田 茂')
    expect(text.match(/1,080円/g)).toHaveLength(60)
  })

  test('印は、サイトと同じ色で描かれる', () => {
    const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')
    for (const [role, colour] of Object.entries(colours))
      expect(tokens).toContain(`--${role}: ${colour};`)
  })

  test('初めのページにだけ印の輪が描かれ、読み上げには入らない', async () => {
    const { artifacts } = readStructure(await printDocument(content('髙橋 徹'), at))
    const ringsOn = artifacts.map((page) => page.filter((drawn) => / c\n/.test(drawn)).length)
    expect(ringsOn).toEqual([1, ...ringsOn.slice(1).map(() => 0)])
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

  const invoice = (rows: number): DocumentContent => ({
    mark: '再発行（2回目）　2026年12月5日',
    title: '適格請求書',
    addressee: '𠮷野德㈱　髙橋﨑子 様',
    figure: { label: 'ご請求金額（税込）', value: '3,642円' },
    facts: [{ label: '請求書番号', value: 'I-00000001' }],
    blocks: [
      {
        heading: '取引の内容',
        table: {
          columns: [
            { header: '内容', share: 5 },
            { header: '税率', share: 1 },
            { header: '金額', share: 2, numeric: true },
          ],
          rows: Array.from({ length: rows }, (_, n) => [`${n + 1}行目`, '10%', '1,085円']),
        },
      },
    ],
    footer: 'ひびきモバイル　適格請求書',
  })

  test('列のある表は、見出しの列と行を名乗り、ページをまたいでも1行は1ページに収まる', async () => {
    const pdf = await printDocument(invoice(60), at)
    const { faults, rowPages, pages } = readStructure(pdf)
    expect(faults).toEqual([])
    // One of the facts, one of the head, 60 of the lines.
    expect(rowPages).toHaveLength(62)
    expect(rowPages.filter((on) => on.length !== 1)).toEqual([])
    expect(pages).toBe(3)
    const file = pdf.toString('latin1')
    expect(file.match(/\/Scope \/Column/g)).toHaveLength(3)
    expect(file.match(/\/Scope \/Row/g)).toHaveLength(61)
  })

  test('PDF/UA-1と名乗り、そのとおりにできている', async () => {
    const file = (await printDocument(invoice(1), at)).toString('latin1')
    expect(file).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(file).toContain('/DisplayDocTitle true')
    expect(file).not.toContain('/Suspects true')
    // Every header cell names what it heads.
    expect(file.match(/\/S \/TH/g)).toHaveLength(file.match(/\/Scope \//g)?.length ?? 0)
    // Every font brings its glyphs and what they mean, so that text can be read aloud and copied.
    const fonts = file.match(/\/Subtype \/Type0/g) ?? []
    expect(fonts).toHaveLength(2)
    expect(file.match(/\/ToUnicode /g)).toHaveLength(fonts.length)
    expect(file.match(/\/FontFile2 /g)).toHaveLength(fonts.length)
  })
})
