import { beforeEach, describe, expect, test } from 'vitest'
import { tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { decide, heirDesk } from '#tests/api/heirs.ts'
import { makeMember } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'
import { setContract } from '#tests/api/rows.ts'

const START = '2026-11-20T10:00:00+09:00'

const harness = await useHarness(START)
const browse = await openPages(harness)
beforeEach(() => harness.clock.set(START))

describe('料金の未払いで止まっているとき', () => {
  const stopped = async (loginId: string) => {
    const member = await makeMember(harness, { loginId, lines: [{ status: 'suspended' }] })
    await setContract(harness, member.contractId, {
      status: 'suspended',
      suspension_reason: 'unpaid',
    })
    return browse(member)
  }

  test('トップに、断られるチャージのボタンはなく、金額・払い方・問い合わせ先が分かっている範囲で出る', async () => {
    const page = await (await stopped('unpaid-top')).open('/mypage/top.html')
    expect(page.text).toContain('料金のお支払いを確認できないため、ご利用を停止しています')
    expect(page.primary).toEqual([])
    // The bills are not built yet: what is not known is said to be unknown.
    expect(page.text).toMatch(/お支払いいただく金額と方法は、お問い合わせ窓口.*でお答えします。/)
    expect(page.links.find(({ text }) => text.startsWith('お問い合わせ窓口'))?.href).toBe(
      'https://support.example.jp/inquiry',
    )
  })

  test('どの画面にも、押しても断られる目立つボタンはない。かんたんマイページにも', async () => {
    const visitor = await stopped('unpaid-all')
    for (const path of [
      'data/charge.html',
      'plan/change.html',
      'sim/add.html',
      'sim/change.html',
      'portout.html',
      'handover.html',
      'contract.html',
      'data/usage.html',
    ]) {
      const page = await visitor.open(`/mypage/${path}`)
      expect([path, page.status, page.primary]).toEqual([path, 200, []])
    }
    const lite = await visitor.open('/mypage/lite')
    expect(lite.links.map(({ text }) => text)).not.toContain('データをチャージする')
  })
})

describe('紛失・盗難', () => {
  const family = (loginId: string) =>
    makeMember(harness, { loginId, planCode: 20, course: 'share', lines: [{}, {}] })

  test('トップから1回で、どの回線も止められる画面に着き、止めると再開がどの画面の先頭にも出る', async () => {
    const visitor = browse(await family('lost'))
    const lost = await (await visitor.open('/mypage/top.html')).follow('スマホをなくした')
    expect(lost.buttons).toEqual(['この回線を止める', 'この回線を止める'])
    const stopped = await lost.press('この回線を止める')
    expect(stopped.text).toContain('回線を止める手続きを始めました')

    for (const path of ['top', 'contract', 'call', 'data/charge', 'plan/change', 'lost']) {
      const page = await visitor.open(`/mypage/${path}.html`)
      expect([path, page.buttons[0]]).toEqual([path, 'この回線を再開する'])
      expect(page.text).toContain('を止めています')
    }
    const page = await visitor.open('/mypage/deadline.html')
    const resumed = await page.press('この回線を再開する')
    expect(resumed.text).toContain('回線を再開する手続きを始めました')
    expect((await visitor.open('/mypage/top.html')).buttons).not.toContain('この回線を再開する')
  })

  test('同じ手続きの画面からもう一度止めて再開しても、前の再開で済まされない', async () => {
    const member = await family('lost-twice')
    const [lineId = ''] = member.lineIds
    const visitor = browse(member)
    const draft = crypto.randomUUID()
    for (let round = 0; round < 2; round += 1) {
      await member.call(api.lineSuspensionPost, { body: { lineId } })
      const page = await visitor.open(`/mypage/plan/change.html?draft=${draft}`)
      await page.press('この回線を再開する')
      const { line } = await member.call(api.statusLineGet, { query: { lineId } })
      expect(line.status).toBe('active')
    }
  })
})

describe('ログインの有効時間が切れたあとのボタン', () => {
  test.each([
    ['line', '名前を保存する'],
    ['lite', '高速データ通信をオフにする'],
  ])('%s：ログインし直すと、操作は行われていないと書いてある', async (screen, button) => {
    const loginId = `expired-${screen}`
    const member = await makeMember(harness, { loginId })
    const path = screen === 'line' ? `/mypage/line/${member.lineIds[0]}.html` : '/mypage/lite'
    const page = await browse(member).open(path)
    harness.clock.set('2026-11-20T11:00:00+09:00')
    const sent = await page.press(button)
    const login = new URL(sent.leadsTo ?? '')
    expect(login.pathname).toBe('/auth/login')
    const back = login.searchParams.get('back') ?? ''
    expect(back.startsWith(path)).toBe(true)
    const again = await browse(await harness.signIn(loginId)).open(back)
    expect(again.text).toContain('先ほどの操作は行われていません')
    const plain = await browse(await harness.signIn(loginId)).open(path)
    expect(plain.text).not.toContain('行われていません')
  })

  test('画面を開くだけなら、ログインのあとに何も言わない', async () => {
    const visitor = browse(await makeMember(harness, { loginId: 'expired-get' }))
    harness.clock.set('2026-11-20T11:00:00+09:00')
    const page = await visitor.open('/mypage/contract.html')
    expect(new URL(page.leadsTo ?? '').searchParams.get('back')).toBe('/mypage/contract.html')
  })
})

describe('契約が終わったあと', () => {
  test('記録・明細・書面への入口だけが並び、毎月の料金は出ない', async () => {
    const member = await makeMember(harness, { loginId: 'ended', lines: [{ status: 'ended' }] })
    await setContract(harness, member.contractId, {
      status: 'terminated',
      ends_on: tokyoDate('2026-10-31'),
    })
    const visitor = browse(member)
    const top = await visitor.open('/mypage/top.html')
    expect(top.text).toContain('ご契約は終了しました')
    expect(top.text).not.toContain('毎月')
    const entrances = top.links.map(({ href }) => href.split(/[?#]/)[0])
    expect([...new Set(entrances)].toSorted()).toEqual([
      '/mypage/access.html',
      '/mypage/billing/top.html',
      '/mypage/call.html',
      '/mypage/contact.html',
      '/mypage/contract.html',
      '/mypage/data/usage.html',
      '/mypage/device.html',
      '/mypage/document.html',
      '/mypage/family/place.html',
      '/mypage/held.html',
      '/mypage/invoice.html',
      '/mypage/notice/setting.html',
      '/mypage/notices.html',
      '/mypage/optin.html',
      '/mypage/order.html',
      '/mypage/personal.html',
      '/mypage/point.html',
      '/mypage/top.html',
      '/mypage/user.html',
      '/mypage/user/connection.html',
      '/mypage/user/login.html',
      '/mypage/user/passkey.html',
      '/order',
    ])
    const contract = await visitor.open('/mypage/contract.html')
    expect(contract.text).not.toContain('毎月')
    expect(contract.text).not.toContain('受け付けられません')
    const usage = await visitor.open('/mypage/data/usage.html')
    expect(usage.text).not.toContain('低速通信の3日間の目安')
    const gift = await visitor.open('/mypage/data/gift.html')
    expect(gift.text).toContain('いまは贈れません')
    expect(gift.links.map(({ text }) => text)).not.toContain('コードで受け取る')
  })
})

test('シェアの回線の数は、毎月の料金に数えられている回線の数', async () => {
  const lines = [{}, {}, { status: 'preparing' as const }]
  const member = await makeMember(harness, {
    loginId: 'counted',
    planCode: 20,
    course: 'share',
    lines,
  })
  const page = await browse(member).open('/mypage/top.html')
  expect(page.text).toContain('シェア2回線')
})

describe('ご契約のないアカウント', () => {
  test('承継を申し込んだご家族には、ご契約者への確認中も、トップが状況を言い、申し込みには誘わない', async () => {
    const { loginId, orderNo } = await heirDesk(harness).submitted('end')
    const top = async () => {
      const { heading, primary } = await browse(await harness.signIn(loginId)).open('/mypage/')
      return [heading, ...primary]
    }
    expect(await top()).toEqual(['お手続きの状況：書類の確認中', 'お手続きの状況を見る'])
    await decide(harness, orderNo, { decision: 'accept' })
    expect(await top()).toEqual(['お手続きの状況：ご契約者への確認中', 'お手続きの状況を見る'])
  })

  test('名義を変えられた方は、トップで、なぜご契約がないかと、どこへ知らせるかが分かる', async () => {
    const page = await browse(await harness.signIn('moved-away')).open('/mypage/')
    expect(page.text).toContain('ご契約の名義が変わったとき')
    expect(page.links).toContainEqual(
      expect.objectContaining({ text: 'お知らせで確かめる', href: '/mypage/notices.html' }),
    )
  })
})

test('SIMを発送したご契約では、その回線も、ご契約と同じ言葉で「発送済み」と言う', async () => {
  const member = await makeMember(harness, { loginId: 'sent', lines: [{ status: 'preparing' }] })
  await setContract(harness, member.contractId, { status: 'shipped' })
  const page = await browse(member).open('/mypage/contract.html')
  expect(page.text.match(/準備中|発送済み/gu)).toEqual(['発送済み', '発送済み'])
})

test('同じアドレスの中の別の画面も、タブの名前は見出しと同じになる', async () => {
  const member = await makeMember(harness, { loginId: 'titles' })
  const visitor = browse(member)
  for (const [path, heading] of [
    ['/mypage/contact.html?call=1', '電話でのご本人の確認'],
    ['/mypage/family.html?invite=1', 'ご家族を招く'],
    ['/mypage/data/gift.html?take=1', 'データを受け取る'],
    ['/mypage/data/usage.html?view=records', 'データの付与と利用の記録'],
  ] as const) {
    const page = await visitor.open(path)
    expect([path, page.title, page.heading]).toEqual([path, heading, heading])
  }
})

describe('開けないアドレス', () => {
  const NOT_FOUND = 'お探しのページは見つかりませんでした'

  test('マイページの中でないページを開いても、下の5つとマイページのトップへの道が残る', async () => {
    const member = await makeMember(harness, { loginId: 'no-such-order' })
    const page = await browse(member).open('/mypage/order.html?no=A-XXXX-XXXX-XXXX')
    expect([page.status, page.heading]).toEqual([404, NOT_FOUND])
    const to = (name: string) => page.links.find(({ text }) => text.startsWith(name))?.href
    expect(to('マイページのトップへ')).toBe('/mypage/top.html')
    expect(['トップ', 'データ', '料金', '手続き', 'お知らせ'].map(to)).toEqual([
      '/mypage/top.html',
      '/mypage/data/usage.html',
      '/mypage/billing/top.html',
      '/mypage/procedure.html',
      '/mypage/notices.html',
    ])
    expect(page.text).not.toContain('よく見られているページ')
  })

  test('途中で切れたメールのリンクは、ページが移動したとは言わず、リンクがなくてもできることを言う', async () => {
    const dead = 'このリンクは使えません'
    for (const [path, way] of [
      ['/auth/stop?t=cut-off', '/mypage/order.html'],
      ['/auth/stop', '/mypage/order.html'],
      ['/auth/notice-stop?t=cut-off', '/mypage/notice/setting.html'],
      ['/auth/mail-check?t=cut-off', '/mypage/notices.html'],
      ['/order/succession/stop?t=cut-off', '/order/succession/stop'],
    ] as const) {
      const page = await browse().open(path)
      expect([path, page.heading]).toEqual([path, dead])
      expect(page.title).toContain(dead)
      expect(page.links.map(({ href }) => href)).toContain(way)
      expect(page.text).not.toContain('移動')
    }
    const stop = await browse().open('/auth/stop?t=cut-off')
    expect(stop.text).toContain('パスワードを、すぐに変更してください')
  })
})
