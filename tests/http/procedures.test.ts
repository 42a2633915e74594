import { describe, expect, test } from 'vitest'
import { attribute, textOf } from '#server/content/html-tree.ts'
import type { Page } from '../browser-without-script.ts'
import { logIn, request } from './portal.ts'

// The procedures as a member without script walks them; tests/e2e/procedures.e2e.ts does the same with script.

const change = '/mypage/plan/change.html'
const cancel = '/mypage/sim/cancel.html'

const tagged = (page: Page, tag: string) =>
  page.elements.filter(({ tagName }) => tagName === tag).map(textOf)

describe('鈴木さん（シェアコース3回線）', () => {
  test('データ容量の変更を予約し、再読み込みしても1件のまま、期限まで取り消せる', async () => {
    const { page, open } = await logIn('suzuki', change)
    const confirm = await page.press('変更の内容を確認する', { plan: page.choice('plan', '20GB') })
    expect(confirm.heading).toBe('データ容量の変更の確認')
    expect(confirm.text).not.toContain('2,404円')
    expect(tagged(confirm, 'dt')).toEqual(
      expect.arrayContaining(['適用日', '月額料金', '通信・通話の中断', '取り消し']),
    )
    const done = await confirm.press('この内容で変更を予約する')
    expect(done.heading).toBe('データ容量の変更の受付')
    expect(done.url.search).toContain('?done=')
    expect(receiptNo(done)).toMatch(/^A-/)
    expect(receiptNo(await open(done.url.href))).toBe(receiptNo(done))

    const undo = await (await open(change)).follow('予約を取り消す')
    expect(undo.text).toContain('10GBから20GBへの変更')
    expect((await undo.press('予約を取り消す')).url.search).toContain('?done=')
    expect((await open(change)).text).not.toContain('変更を予約しています')
  })

  test('解約は費用と最終利用日が先に出て、回線ごとに予約し、取り消せる', async () => {
    const { page, open } = await logIn('suzuki', cancel)
    expect(page.text.indexOf('解約金')).toBeGreaterThan(-1)
    expect(page.text.indexOf('解約金')).toBeLessThan(page.text.indexOf('解約するもの'))
    const lineId = page.choice('lineId', '家のタブレット')
    const confirm = await page.press('解約の内容を確認する', { scope: 'lines', lineId })
    expect(confirm.heading).toBe('解約の確認')
    const done = await confirm.press('解約を予約する', { agreed: 'yes' })
    expect(done.heading).toBe('解約の受付')

    const undo = await (await open(cancel)).follow('解約の予約を取り消す')
    expect((await undo.press('解約の予約を取り消す')).url.search).toContain('?done=')
    expect((await open(cancel)).text).not.toContain('解約：')
  })

  test('選ばずに進むと入力に戻り、何を選ぶかが書いてある', async () => {
    const { open } = await logIn('suzuki', cancel)
    expect((await open(`${change}?step=confirm`)).text).toContain('データ容量を選んでください。')
    expect((await open(`${cancel}?step=confirm&scope=lines`)).text).toContain(
      '解約する回線を選んでください。',
    )
    const unknown = '/mypage/sim/change.html?what=kind&step=confirm&lineId=unknown'
    expect((await open(unknown)).heading).toBe('SIMの変更・再発行')
  })

  test.each([
    ['/mypage/handover.html', '費用と流れ'],
    ['/mypage/portout.html', '費用と期限'],
  ])('%s では、誤りのまとめと回線が先に、費用があとに出る', async (path, facts) => {
    const { open } = await logIn('suzuki', path)
    const { text } = await open(`${path}?step=confirm`)
    const order = ['入力内容をご確認ください', '家のタブレット', facts].map((one) =>
      text.indexOf(one),
    )
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })
})

const receiptNo = (page: Page) => {
  const at = page.elements.findIndex((one) => attribute(one, 'id') === 'receipt')
  const number = page.elements.slice(at).find(({ tagName }) => tagName === 'dd')
  return number === undefined ? '' : textOf(number)
}

describe('断られる人（髙橋さん、未払いで利用停止中）', () => {
  test('どの手続きも、断る理由と次にすることが書いてある', async () => {
    const { page, open } = await logIn('takahashi', '/mypage/contract.html')
    expect(page.textIn('contract')).toContain('料金のお支払いが確認できていないため')
    for (const path of [change, '/mypage/sim/add.html', '/mypage/portout.html']) {
      const refused = await open(path)
      expect(refused.textsOf('notice--warning').join(), path).toMatch(
        /停止しているため|確認できていない/,
      )
      expect(refused.linksIn('notice--warning'), path).not.toEqual([])
      expect([path, refused.buttons]).toEqual([path, []])
    }
  })

  test('解約だけはいつでも受け付ける', async () => {
    const { page } = await logIn('takahashi', cancel)
    expect((await page.press('解約の内容を確認する')).buttons).toContain('解約を予約する')
  })
})

test('解約を予約した人は、取り消すか転出するかを選べ、重ねては予約できない', async () => {
  const { page, open } = await logIn('ito', cancel)
  const names = page.links.map(({ text }) => text)
  expect(names).toContain('解約の予約を取り消す')
  expect(names.join()).toContain('MNP転出')
  expect(page.buttons).not.toContain('解約の内容を確認する')
  const links = (await open(change)).links.map(({ text }) => text)
  expect(links).toContain('解約の予約を確認する')
})

test('移転先からの情報が足りなければ、進めず、どこからやり直すかを伝える', async () => {
  const consent = '/mypage/portout/consent.html'
  const { page, open } = await logIn('sato', consent)
  expect(page.text).toContain('移転先の申し込み画面からやり直してください')
  const forged = await open(`${consent}?token=forged&return_url=https://evil.example/`)
  expect(forged.text).toContain('やり直してください')
  expect(forged.buttons).toEqual([])
})

test('8日を過ぎた契約は初期契約解除できず、通常の解約へ案内する', async () => {
  const { page } = await logIn('sato', '/mypage/initial-cancel.html')
  expect(page.textsOf('notice--warning').join()).toContain('過ぎました')
  expect(page.links.map(({ text }) => text)).toContain('通常の解約を見る')
})

describe('お手続き状況と書面', () => {
  test('期限のカレンダーは、秘密のアドレスを作って読め、無効にすると読めない', async () => {
    const { page } = await logIn('sato', '/mypage/deadline.html')
    const made = await page.press('カレンダー用のアドレスを作る')
    const [field] = made.elements.filter((one) => /\.ics/.test(attribute(one, 'value') ?? ''))
    const address = (field && attribute(field, 'value')) ?? 'no address'
    const feed = await request(address)
    expect([feed.status, feed.text.slice(0, 15)]).toEqual([200, 'BEGIN:VCALENDAR'])
    const gone = await made.press('アドレスを無効にする')
    expect(gone.buttons).toContain('カレンダー用のアドレスを作る')
    expect((await request(address)).status).toBe(404)
  })

  test('発送前の申し込みは、経過の画面から取り消せる', async () => {
    const { page } = await logIn('tanaka', '/mypage/order.html')
    const order = await page.follow('SIMのサイズ変更・再発行')
    expect(tagged(order, 'h2')).toContain('これまでの経過と予定')
    const undo = await order.follow('お申し込みを取り消す')
    const done = await undo.press('お申し込みを取り消す')
    expect(done.text).toMatch(/取り消しを確認しています|取り消しました/)
    expect(done.links.map(({ text }) => text)).not.toContain('お申し込みを取り消す')
  })

  test('契約書面をPDFで開け、紙の書面は費用を確かめてから頼める', async () => {
    const { page, open, get } = await logIn('sato', '/mypage/document.html')
    const href = page.links.find(({ text }) => text.includes('PDFを開く'))?.href ?? ''
    expect((await get(href)).headers['content-type']).toBe('application/pdf')
    const confirm = await page.follow('紙の書面を郵送')
    expect(confirm.textIn('change')).toContain('220円（税込）')
    expect((await confirm.press('郵送を申し込む')).heading).toBe('契約書面の郵送の受付')
    expect((await open('/mypage/document.html')).textIn('papers')).toContain('220円（税込）')
  })
})
