import { describe, expect, test } from 'vitest'
import { attribute, textOf } from '#server/content/html-tree.ts'
import type { Page } from '../browser-without-script.ts'
import { logIn } from './portal.ts'

// Data and lines as a member without script uses them; tests/e2e/mypage-data.e2e.ts does the same with script.

const top = '/mypage/top.html'
const tablet = '家のタブレット'

const cardOf = (page: Page, name: string) =>
  page.elements
    .filter(({ tagName }) => tagName === 'li')
    .map(textOf)
    .find((text) => text.includes(name) && text.includes('この回線の詳細'))

test('回線ごとに高速データ通信を切り替え、1分のあいだは理由と時刻が分かる', async () => {
  const { page, open } = await logIn('suzuki', top)
  const pressed = (seen: Page) =>
    seen.elements
      .filter((one) => attribute(one, 'aria-pressed') !== undefined)
      .map((one) => attribute(one, 'aria-pressed'))
  const before = pressed(page)
  const switched = await page.press('高速データ通信', {}, tablet)
  // The last of the three lines, and no other.
  expect(pressed(switched)).toEqual([
    ...before.slice(0, 2),
    before[2] === 'true' ? 'false' : 'true',
  ])
  expect(cardOf(await open(top), tablet)).toMatch(
    /切り替えは1分に1回までです。\d+:\d\dから切り替えられます。/,
  )
})

test('データチャージは、値段と期限を見てから買い、再読み込みしても一度だけ。戻って押せばもう1つ買える', async () => {
  const { open } = await logIn('tanaka', top)
  const charges = async () =>
    (await open('/mypage/data/usage.html?view=records')).elements
      .filter(({ tagName }) => tagName === 'tr')
      .map(textOf)
      .filter((row) => /チャージ.*＋500/.test(row)).length
  const before = await charges()
  const choose = await open('/mypage/data/charge.html')
  const confirm = await choose.press('確認に進む', { packId: '500mb' })
  expect(confirm.heading).toBe('データチャージの確認')
  expect(confirm.text).toContain('660円（税込）')
  expect(confirm.text).toContain('24:00まで')
  const done = await confirm.press('円で購入する')
  expect(done.heading).toBe('データチャージの受付')
  expect(done.text).toContain('データチャージを受け付けました')
  const first = done.url.searchParams.get('done')
  expect(first).toBeTruthy()
  expect((await open(done.url.href)).text).toContain('660円（税込）')
  // Back to 確認, which is loaded anew and offers another one, and once more: that other one is bought.
  const again = await (await open(confirm.url.href)).press('円で購入する')
  expect(again.heading).toBe('データチャージの受付')
  expect(again.url.searchParams.get('done')).not.toBe(first)
  expect(await charges()).toBe(before + 2)
})

test('回線の名前を変えられ、長すぎる名前は打ったまま直せる', async () => {
  const { page } = await logIn('suzuki', top)
  const line = await page.follow('この回線の詳細', tablet)
  const field = nameField(line)
  const long = 'あ'.repeat(21)
  const refused = await line.press('名前を保存する', { [field]: long })
  expect(refused.text).toContain('20文字以内で入力してください。')
  expect(refused.valueOf(field)).toBe(long)
  const saved = await refused.press('名前を保存する', { [field]: tablet })
  expect(saved.text).toContain('名前を保存しました。')
  expect(saved.heading).toBe(tablet)
})

/** The only field of the page that a line's name can be typed into. */
function nameField(line: Page): string {
  const field = line.elements.find(
    (one) => one.tagName === 'input' && attribute(one, 'value') === tablet,
  )
  return (field && attribute(field, 'name')) ?? 'no field'
}

test('データ残量のお知らせを設定でき、数でない値は打ったまま直せる', async () => {
  const { page } = await logIn('tanaka', '/mypage/data/notification.html')
  const box = (value: number) => JSON.stringify({ unit: 'remainingBytes', value, enabled: true })
  const gigabyte = box(1_000_000_000)
  const refused = await page.press('設定を保存する', { ownBytes: 'たくさん', thresholds: gigabyte })
  expect(refused.text).toContain('残量（MB）は、1から999,999までの数字で入力してください。')
  expect(refused.valueOf('ownBytes')).toBe('たくさん')
  expect(refused.checked).toContain(`thresholds=${gigabyte}`)
  const saved = await refused.press('設定を保存する', { ownBytes: '７００' })
  expect(saved.text).toContain('設定を保存しました')
  expect(saved.checked).toContain(`thresholds=${gigabyte}`)
  expect(saved.checked).toContain(`thresholds=${box(700_000_000)}`)
})

test('利用停止中は、できない理由と、何をすればよいかが分かる', async () => {
  const { page, open } = await logIn('takahashi', top)
  expect(page.text).toContain('料金のお支払いを確認できないため')
  expect(cardOf(page, '090')).toContain('利用停止中')
  const charge = await open('/mypage/data/charge.html')
  expect(charge.text).toContain('いまはチャージできません')
  expect(charge.buttons).not.toContain('確認に進む')
  expect(charge.text).toContain('1,100円（税込）')
  // Nothing is promised that would not help.
  expect(charge.text).not.toContain('すぐにチャージできます')
  expect((await page.follow('この回線の詳細')).text).toContain('この回線はすでに止まっています')
})

test('契約のないアカウントには、何が足りないかと、行き先が示される', async () => {
  const { open } = await logIn('watanabe', '/mypage/notices.html')
  const page = await open(top)
  expect(page.status).toBe(403)
  expect(page.text).toContain('このアカウントには、ご契約がまだありません')
  expect(page.text).toContain('渡辺 葵さん（watanabe@example.jp）でログインしています')
  const hrefs = page.links.map(({ href }) => href)
  expect(hrefs).toEqual(expect.arrayContaining(['/fee', '/order', top, '/auth/logout']))
})

test('知らない回線の番号では、ほかの人の回線があるかどうかも分からない', async () => {
  const { page } = await logIn('suzuki', top)
  const foreign = page.links.find(({ text }) => text.includes('この回線の詳細'))?.href ?? ''
  expect(foreign).toMatch(/^\/mypage\/line\/line_\w+\.html$/)
  const { open } = await logIn('sato', top)
  for (const path of [foreign, '/mypage/line/line_none.html']) {
    const answer = await open(path)
    expect([path, answer.status]).toEqual([path, 404])
    expect(answer.text).toContain('お探しのページは見つかりませんでした')
  }
})

describe('利用量の保存', () => {
  const usage = '/mypage/data/usage.html'

  test('CSVとJSONは同じ記録で、画面の31日間の合計と1バイトも違わない', async () => {
    const { page, get } = await logIn('sato', usage)
    const [from, to] = [page.valueOf('from'), page.valueOf('to')]
    const csv = await get(`/mypage/data/usage.csv?from=${from}&to=${to}`)
    expect(csv.headers['content-disposition']).toBe(
      `attachment; filename="data-usage_${from}_${to}.csv"`,
    )
    expect(csv.text.startsWith('\ufeff')).toBe(true)
    const lines = csv.text.trim().split('\r\n')
    expect(lines[0]).toBe(
      '回線名,電話番号,開始,終了,高速（バイト）,低速（バイト）,状態,訂正日時,取得日時',
    )
    const csvBytes = sum(lines.slice(1).map((line) => Number(line.split(',')[4])))
    expect(csvBytes).toBeGreaterThan(0)

    const json = await get(`/mypage/data/usage.json?from=${from}&to=${to}`)
    const body: { lines: { rows: { highSpeedBytes: number }[] }[] } = JSON.parse(json.text)
    const rows = body.lines.flatMap((line) => line.rows)
    expect(rows).toHaveLength(lines.length - 1)
    expect(sum(rows.map((row) => row.highSpeedBytes))).toBe(csvBytes)

    const api: { result: { days: { highSpeedBytes: number }[] } } = JSON.parse(
      (await get('/api/status/usage/')).text,
    )
    expect(sum(api.result.days.map((day) => day.highSpeedBytes))).toBe(csvBytes)
  })

  test('期間を間違えた保存は、ファイルではなく理由のページになる', async () => {
    const { get } = await logIn('sato', usage)
    const answer = await get('/mypage/data/usage.csv?from=x&to=2026-11-20')
    expect(answer.status).toBe(400)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.text).toContain('開始日：日付を「2026-11-20」の形で入力してください。')
  })

  const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)
})
