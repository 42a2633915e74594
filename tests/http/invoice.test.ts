import { describe, expect, test } from 'vitest'
import { logIn } from './portal.ts'

describe('適格請求書', () => {
  test('スクリプトなしで、請求から内容を確かめて発行し、PDFとデータを保存して、再発行する', async () => {
    const { open, get } = await logIn('suzuki', '/mypage/billing/top.html')
    const list = await open('/mypage/invoice.html')
    const month = list.links.find(({ text }) => text.includes('の内容を確認して発行する'))
    const confirm = await list.follow(month?.text ?? '')
    expect(confirm.text).toContain('登録番号')
    const done = await confirm.press('適格請求書を発行する')
    expect(done.text).toContain('適格請求書を発行しました')
    const linkOf = (words: string, page = done) =>
      page.links.find(({ text }) => text.includes(words))?.href ?? ''
    const pdf = await get(linkOf('PDFを保存する'))
    expect(pdf.status).toBe(200)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.headers['content-disposition']).toMatch(/^attachment; filename="I-\d{8}\.pdf"$/)
    expect(pdf.body.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7')
    const json = await get(linkOf('データ（JSON）'))
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(json.text)).toMatchObject({ kind: 'invoice', leftYen: 0 })

    const again = await done.press('再発行する')
    expect(again.text).toContain('再発行（1回目）')
    const copy = await get(linkOf('PDFを保存する', again))
    expect(copy.headers['content-disposition']).toMatch(/I-\d{8}-reissue-1\.pdf/)

    const other = await logIn('ito', '/mypage/invoice.html')
    expect((await other.get(linkOf('PDFを保存する'))).status).toBe(404)
    expect((await other.get(linkOf('データ（JSON）'))).status).toBe(404)
  })

  test('1年のまとめは、お支払いの日ごとのCSVで保存できる', async () => {
    const { open, get } = await logIn('sato', '/mypage/billing/top.html')
    const page = await open('/mypage/billing/year.html')
    const link = page.links.find(({ text }) => text.includes('のCSVを保存する'))
    const csv = await get(link?.href ?? '')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.body.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const [header = '', ...rows] = csv.text.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(header).toMatch(
      /^お支払い日,ご利用月,ご請求額（円）,うち消費税（円）,基本料金（税込・円）/,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => /^\d{4}-\d{2}-07,\d{4}-\d{2},\d+,\d+,/.test(row))).toBe(true)
  })
})

test('屋号を入力したまま発行を押しても、屋号のない適格請求書は発行されず、宛名を見てから発行できる', async () => {
  const { page } = await logIn('tanaka', '/mypage/invoice.html')
  const review = await page.follow(
    page.links.find(({ text }) => /^\d+年\d+月/.test(text))?.text ?? '',
  )
  const shown = await review.press('適格請求書を発行する', { tradeName: '田中商店' })
  expect(shown.text).toContain('入力した内容を反映しました。お手続きはまだ済んでいません。')
  expect(shown.text).toMatch(/田中商店\s.+ 様/)
  const issued = await shown.press('適格請求書を発行する')
  expect(issued.text).toContain('適格請求書を発行しました')
  expect(issued.text).toMatch(/田中商店\s.+ 様/)
  const correcting = await issued.follow('宛名を直す')
  const corrected = await correcting.press('修正した適格請求書を発行する', {
    tradeName: '田中本店',
  })
  expect(corrected.text).toMatch(/田中本店\s.+ 様/)
  expect(corrected.text).not.toContain('適格請求書を発行しました')
})

test('屋号なしで発行したあとからも宛名を直せ、直す前の発行の画面に屋号を入力しても、捨てられずに直す画面へ進む', async () => {
  const { page } = await logIn('ito', '/mypage/invoice.html')
  const first = page.links.find(({ text }) => /^\d+年\d+月/.test(text))?.text ?? ''
  const review = await page.follow(first)
  const issued = await review.press('適格請求書を発行する')
  const correcting = await issued.follow('宛名を直す')
  const same = await correcting.press('修正した適格請求書を発行する')
  expect(same.text).toContain('発行済みの適格請求書と、宛名も内容も同じです。')
  // The page as another screen still shows it: it has not been issued there.
  const late = await review.press('適格請求書を発行する', { tradeName: '伊藤商店' })
  expect(late.text).toContain('入力した内容を反映しました。お手続きはまだ済んでいません。')
  expect(late.text).toMatch(/伊藤商店\s.+ 様/)
  const corrected = await late.press('修正した適格請求書を発行する')
  expect(corrected.text).toMatch(/伊藤商店\s.+ 様/)
  expect(corrected.text).toContain('修正前の適格請求書')
})
