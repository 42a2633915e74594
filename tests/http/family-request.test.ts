import { expect, test } from 'vitest'
import { attribute, textOf } from '#server/content/html-tree.ts'
import { logIn } from './portal.ts'

// A request of the family as who asks and who answers see it without script: asked, answered by one press with its
// price, declined with a word, withdrawn, and over; what else the user of a line sees and may do.

const line = '/mypage/family/line.html'
const requests = '/mypage/family/request.html'

test('スクリプトなしでも、蓮さんはお願いでき、鈴木さんは金額を見て1回の押下で返事ができる', async () => {
  const { suzuki, ren, join } = await family()
  for (const closed of ['/mypage/top.html', '/mypage/billing/top.html', '/mypage/contract.html'])
    expect([closed, (await ren.open(closed)).heading]).toEqual([closed, '残りと速度'])

  const asking = await ren.open(line)
  const long = 'あ'.repeat(300)
  const wrong = await asking.press('鈴木さんにお願いする', { note: long })
  expect(wrong.fieldErrors).toHaveLength(1)
  expect(wrong.valueOf('note')).toBe(long)
  const asked = await wrong.press('鈴木さんにお願いする', { note: '社会の動画の宿題' })
  expect(asked.text).toContain('返事を待っています')

  const top = await suzuki.open('/mypage/top.html')
  expect(top.textsOf('health')[0]).toContain('蓮さんからお願いが届いています（＋1GB）')
  const open = await top.follow('返事をする')
  expect(open.heading).toBe('ご家族からのお願い')
  expect(open.text).toContain('「社会の動画の宿題」')
  expect(open.buttons.slice(0, 3)).toEqual([
    '＋1GB（11月だけ）528円',
    'きょうの上限を1GB増やす0円',
    'きょうだけ上限を外す0円',
  ])
  expect(open.text).toMatch(/11月の請求が、[\d,]+円から[\d,]+円になります/)

  const second = await suzuki.open(requests)
  const given = await open.press('きょうの上限を1GB増やす')
  expect(given.text).toContain('返事をしました。')
  const late = await second.press('＋1GB（11月だけ）')
  expect(late.text).toContain('「きょうだけ上限を1GB増やす」と返事をしています')
  expect((await suzuki.open('/mypage/top.html')).text).not.toContain('お願いが届いています')
  expect((await ren.open(line)).text).toContain('きょうだけ')

  const again = await (await ren.open(line)).press('鈴木さんにお願いする', { kind: 'data' })
  const withdrawn = await again.press('お願いを取り消す')
  expect(withdrawn.text).not.toContain('返事を待っています')

  await withdrawn.press('鈴木さんにお願いする', { kind: 'data' })
  const no = await (await suzuki.open(requests)).follow('ことわる（ひとことを送る）')
  expect(no.heading).toBe('お願いをことわる')
  const tooLong = await no.press('見送ると伝える', { reply: long })
  expect(tooLong.valueOf('reply')).toBe(long)
  const declined = await tooLong.press('見送ると伝える', { reply: '夕食のあとに話そう' })
  expect(declined.text).toContain('返事をしました。')
  const read = await ren.open(line)
  expect(read.text).toContain('夕食のあとに話そう')
  expect(read.text).not.toMatch(/円|健一/u)

  const usage = await read.follow('日ごと・月ごとに使った量')
  expect([usage.heading, usage.status]).toEqual(['使った量', 200])
  expect(usage.text).toContain('蓮（中学生）')
  expect(usage.text).not.toMatch(/円|健一|付与/u)

  const form = await (await read.follow('データを贈る')).follow('データを贈る')
  const confirm = await form.press('確認へ進む', { megabytes: '100', nickname: 'れん' })
  const gift = await confirm.press('100 MBを贈る')
  expect(gift.text).toContain('データを贈りました。')
  expect(gift.text).not.toContain('健一')
  const giftCode = /[1-9]\d{3}-\d{4}/u.exec(gift.text)?.[0] ?? ''
  const sato = await logIn('sato', '/mypage/data/gift.html?take=1')
  const taken = await sato.page.press('受け取る', { giftCode })
  expect(taken.text).toContain('れんさんから')
  expect(taken.text).not.toMatch(/鈴木|蓮/u)

  const roles = await suzuki.open('/mypage/family.html')
  expect((await roles.press('役割を終える')).text).toContain('終えました。')
  expect((await ren.open('/mypage/family/line.html?usage=1')).url.pathname).toBe(
    '/mypage/family/place.html',
  )
  const used = await ren.open(join)
  expect(used.text).toContain('この招待は使えません')
  expect(used.text).not.toContain('鈴木')
})

/** 蓮 has accepted the invitation of the holder, with the login of somebody who has no contract. */
async function family() {
  const suzuki = await logIn('suzuki', '/mypage/family.html?invite=1')
  const son = suzuki.page.elements.find(
    (one) => one.tagName === 'option' && textOf(one).includes('蓮（中学生）'),
  )
  const lineId = (son && attribute(son, 'value')) ?? ''
  const unnamed = await suzuki.page.press('招待を作る', { role: 'lineUser', lineId, name: '' })
  expect([unnamed.fieldErrors.length, unnamed.valueOf('lineId')]).toEqual([1, lineId])
  const invited = await unnamed.press('招待を作る', { role: 'lineUser', lineId, name: '蓮' })
  const link = /https?:\/\/\S+join\.html\?t=[\w-]{43}/u.exec(invited.text)?.[0] ?? ''
  const { pathname, search } = new URL(link)
  const ren = await logIn('watanabe', pathname + search)
  const places = await ren.page.press('承諾する')
  await places.press('この契約を開く')
  return { suzuki, ren, join: pathname + search }
}
