import { beforeAll, describe, expect, test } from 'vitest'
import { attribute } from '#server/content/html-tree.ts'
import { photographWithLocation } from '../api/pictures.ts'
import type { Page } from '../browser-without-script.ts'
import { logIn, type Member } from './portal.ts'

// Covered devices and claims as a member without script sees and sends them.

const list = '/mypage/device.html'
const register = '/mypage/device/register.html'

const hrefOf = (page: Page, ...parts: string[]) => {
  const found = page.links.find(({ href }) => parts.every((part) => href.includes(part)))
  if (found === undefined) throw new Error(`No link with ${parts.join(' ')}`)
  return found.href
}

describe('佐藤さん（保証に申し込み、端末を登録し、修理を請求し、登録を外す）', () => {
  let sato: Member
  beforeAll(async () => {
    sato = await logIn('sato', list)
  })

  test('保証のない人は、オプションの画面へ案内される', async () => {
    expect(sato.page.heading).toBe('端末')
    expect(sato.page.textIn('covered')).toContain('保証している端末はありません')
    expect(hrefOf(sato.page, '/mypage/option.html')).toBe('/mypage/option.html')
    const input = await sato.open(register)
    expect(input.text).toContain('端末を登録できる回線はありません')
    expect(input.buttons).toEqual([])
  })

  test('端末の登録は、打ち間違いを欄の横で示し、確認と同意のあとで受け付け、登録までを一覧に見せる', async () => {
    const options = await sato.open('/mypage/option.html')
    const joining = await sato.open(hrefOf(options, 'intent=join', 'optionCode=deviceCover'))
    await joining.press('この内容で申し込む', { agreed: 'yes' })
    const input = await (await sato.open(list)).follow('端末を登録する')
    expect(input.heading).toBe('端末の登録')
    expect(input.text).toContain('Apple iPhone 15（IMEI ***********0013）')

    const wrong = await input.press('内容を確認する', { imei: '350000000010016' })
    expect(wrong.heading).toBe('端末の登録')
    expect(wrong.valueOf('imei')).toBe('350000000010016')
    expect(wrong.fieldErrors.join()).toContain('どこかの数字が違っている')

    const confirm = await wrong.press('内容を確認する', { imei: '', purchasedOn: '2026-01-10' })
    expect(confirm.heading).toBe('端末の登録の確認')
    expect(confirm.text).toContain('登録する端末Apple iPhone 15')
    expect(confirm.textIn('change')).toContain('購入した日2026年1月10日')
    const unread = await confirm.press('この端末を登録する')
    expect(unread.text).toContain('同意にチェックを入れてください')
    const done = await confirm.press('この端末を登録する', { agreed: 'yes' })
    expect(done.heading).toBe('端末の登録の受付')
    expect(done.text).toContain('使いやすさのアンケートにもお答えください（任意）。')

    // The worker and the carrier work meanwhile.
    const covered = async () => (await sato.open(list)).textIn('covered')
    await expect.poll(covered, { timeout: 60_000 }).toContain('残り2回')
    expect(await covered()).toContain('IMEI***********0013')
    expect(await covered()).toContain('メーカーの保証2027年1月9日')
  })

  test('修理の請求は、足りないものと保証の前の日を断り、確認と同意のあとで受け付ける', async () => {
    const input = await (await sato.open(list)).follow('修理・交換を請求する')
    expect(input.heading).toBe('修理・交換の請求')
    const empty = await input.press('内容を確認する')
    expect(empty.textsOf('error-summary').join()).toContain(
      '故障か破損かを選んでください。起きた日を入力してください。',
    )
    const lacking = await empty.press('内容を確認する', { happenedOn: '2026-01-09' })
    expect(lacking.heading).toBe('修理・交換の請求')
    expect(lacking.valueOf('happenedOn')).toBe('2026-01-09')
    expect(lacking.fieldErrors).toHaveLength(1)

    const damage = { cause: 'damage' }
    const story = '床に落として、画面が割れました。'
    const early = await lacking.press('内容を確認する', damage)
    expect(early.text).toContain('保証の対象になっていない日に生じた')
    const confirm = await lacking.press('内容を確認する', { ...damage, happenedOn: lastDay(input) })
    expect(confirm.heading).toBe('修理・交換の請求の確認')
    expect(confirm.text).toContain('自己負担（税込）0円')
    const unread = await confirm.press('修理・交換を請求する', { story })
    expect(unread.text).toContain('同意にチェックを入れてください')
    // What happened is personal: it is on the page, and in no address.
    expect(unread.valueOf('story')).toBe(story)
    expect(decodeURIComponent(unread.url.href)).not.toContain('画面が割れ')
    const done = await unread.press('修理・交換を請求する', { agreed: 'yes' })
    expect(done.heading).toBe('修理・交換の請求の受付')
    expect((await done.follow('写真を添える')).heading).toBe('修理・交換の状況')
  })

  test('写真でないファイルは理由とともに断り、写真は保管し、ほかの方には請求も写真も見えない', async () => {
    const detail = await openClaim(sato)
    const send = (photograph: File) => detail.press('この写真を添える', { photograph })
    const refused = await send(new File(['a letter'], 'letter.jpg', { type: 'image/jpeg' }))
    expect(refused.textsOf('notice--warning').join()).toContain(
      '写真として読み取れないファイルです。JPEG、PNG、WebPの写真を選んでください。',
    )
    const stored = await send(
      new File([new Uint8Array(await photographWithLocation(64, 48))], 'screen.jpg'),
    )
    expect(stored.textsOf('notice--warning')).toEqual([])
    expect(stored.textIn('photographs')).toContain('あと3枚')
    const photograph = hrefOf(stored, '/mypage/device/photograph/')
    expect((await sato.get(photograph)).headers['content-type']).toBe('image/jpeg')

    const suzuki = await logIn('suzuki', list)
    expect((await suzuki.open(detail.url.href)).status).toBe(404)
    expect((await suzuki.get(photograph)).status).toBe(404)
    expect((await stored.press('消す')).textIn('photographs')).toContain('あと4枚')
  })

  test('請求を取り下げ、端末の登録を外せる', async () => {
    const withdrawn = await (await openClaim(sato)).press('この請求を取り下げる')
    expect(withdrawn.heading).toBe('修理・交換の状況')
    expect(withdrawn.buttons).toEqual([])
    const devices = await sato.open(list)
    expect(devices.textIn('claims')).toContain('取り下げ')
    const removed = await devices.press('登録を外す')
    expect(removed.textIn('former')).toContain('iPhone 15保証終了')
    expect(removed.textIn('covered')).toContain('端末が未登録')
  })
})

test('保証のない回線の端末は、登録の画面でも理由とともに断る', async () => {
  const { open } = await logIn('suzuki', list)
  const lines = await open('/mypage/sim/cancel.html')
  const lineId = lines.choice('lineId', '家のタブレット')
  const refused = await open(`${register}?lineId=${lineId}`)
  expect(refused.textsOf('notice--warning').join()).toContain(
    'このオプションは、ご利用中ではありません。',
  )
  expect(refused.buttons).toEqual([])
})

const openClaim = async ({ open }: Member) =>
  open(hrefOf(await open(list), '/mypage/device/claim.html?no='))

/** The day of the portal's clock: the last on which something can have happened. */
function lastDay({ elements }: Page): string {
  const field = elements.find((one) => attribute(one, 'name') === 'happenedOn')
  return (field && attribute(field, 'max')) ?? ''
}
