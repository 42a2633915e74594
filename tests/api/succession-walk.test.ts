import { expect, test } from 'vitest'
import { formatPhone } from '#ui/format.ts'
import { holder } from './applicants.ts'
import { openDeskPages } from './desk-pages.ts'
import { named, openHeir, scan, theDeceased } from './heirs.ts'
import { atCardPage, atReader } from './outside-pages.ts'
import { openPages } from './pages.ts'
import { useApplicants } from './use-applicants.ts'

// A succession on the screens of the family and of the desk, without script. The way to it: tests/http/newcomer-paths.test.ts.
// A login that ends in the middle: login-detours.test.ts and, with script, tests/e2e/mypage-login-end.e2e.ts.

const harness = await useApplicants('2026-11-28T10:00:00+09:00')
const browse = await openPages(harness)
const atDesk = await openDeskPages(harness)

const apply = '/order/succession/apply'
const pagesOf = async (loginId: string) => browse(await harness.signIn(loginId))

/** Two people of the staff, without the shell: one looks at the paper and proposes, the other reads the facts and approves. */
async function acceptAtDesk() {
  // Whoever has never been at the desk cannot approve.
  await atDesk('sasaki')
  const fukuda = await atDesk('fukuda')
  const taken = await (await fukuda.open('/queue/succession')).press('次の1件')
  const shown = await taken.press('内容を表示する')
  expect(shown.text).toContain('亡くなった日')
  const paper = await shown.follow('書類1を開く')
  expect([paper.status, paper.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment; .*\.pdf$/u),
  ])
  const proposed = await shown.press('提案する', {
    reason: '戸籍で、亡くなった日と続柄を確かめました。',
  })
  expect(proposed.text).toContain('提案した本人は承認できません')
  const proposal = await (await atDesk('sasaki')).open(proposed.url.pathname)
  const approved = await proposal.press('承認して実行する')
  expect(approved.text).toContain('承認し、実行しました。')
}

test('スクリプトなしで、ご家族が書類を添えて申し込み、担当者が受け付けると、同じ番号がご家族のマイページに出る', async () => {
  const deceased = await theDeceased(harness, 'deceased')
  const heir = await pagesOf('heir')
  const contract = await (await heir.open(apply)).follow('入力する', '亡くなった方のご契約')
  const missing = await contract.press('確認して進む')
  const typed = { ...named, phone: formatPhone(deceased.number), wish: 'take_over' }
  const wrong = await missing.press('確認して進む', {
    ...typed,
    birth: '19500402',
    diedOn: '20261101',
    relation: 'sibling',
  })
  expect(wrong.text).toContain('合うご契約が見つかりませんでした')
  const found = await wrong.press('確認して進む', { birth: '19500401' })
  expect(found.heading).toBe('名義変更（承継）のお手続き')

  const person = await found.follow('入力する', 'お手続きをする方')
  const own = { ...holder, birth: '19900412' }
  const saved = await person.press('保存して進む', own)
  const papers = await saved.follow('入力する', '書類')
  const memo = new File(['戸籍'], 'memo.txt', { type: 'text/plain' })
  const refused = await papers.press('この書類を添える', { file: memo })
  expect(refused.text).toContain('読み取れない形式のファイルです')
  const koseki = new File([scan()], 'koseki.pdf', { type: 'application/pdf' })
  const added = await refused.press('この書類を添える', { file: koseki })
  expect(added.text).toContain('書類1（PDF・1 KB）')

  const list = await added.follow('お手続きの一覧に戻る')
  const reader = await list.press('本人確認を始める')
  const read = await heir.open(await atReader(reader.leadsTo ?? '', 'matched'))
  const card = await read.press('カードを登録する')
  const ready = await heir.open(atCardPage(card.leadsTo ?? ''))
  const confirm = await ready.follow('内容を確認する')
  const sent = await confirm.press('この内容で申し込む', { agreed: 'yes' })
  expect(sent.text).toContain('書類の確認中')
  const [orderNo = ''] = sent.textsOf('order-no')
  expect(orderNo).toMatch(/^SC-/)

  await acceptAtDesk()
  await harness.walkTo('2026-11-28T12:00:00+09:00')
  expect((await (await pagesOf('heir')).open(apply)).text).toContain('ご契約者への確認中')
  await harness.walkTo('2026-12-01T13:00:00+09:00', { everyHours: 24 })

  const status = await browse().open('/order/succession/status')
  const over = await status.press('状況を確認する', { orderNo, birth: '19900412' })
  expect(over.text).toContain('ご契約を引き継ぎました')
  const number = formatPhone(deceased.number)
  const mine = await (await pagesOf('heir')).open('/mypage/contract.html')
  expect(mine.text).toContain(number)
  const former = await pagesOf('deceased')
  expect((await former.open('/mypage/contract.html')).text).not.toContain(number)
  // Where the notices of the succession lead, if the holder was alive and comes too late.
  const late = await former.open('/order/succession/stop')
  expect([late.status, late.text.includes('すぐにお問い合わせください')]).toEqual([200, true])
})

test('生きている契約者が、マイページの上の知らせから止めると、止めたと言う画面に着き、申し込んだご家族は窓口へ導かれる', async () => {
  const living = await theDeceased(harness, 'living')
  const family = await openHeir(harness, 'family')
  await family.answerAll(living.number, { heir: { firstName: '縁', firstNameKana: 'エン' } })
  await family.submit()
  const notLoggedIn = await browse().open('/order/succession/stop')
  expect(notLoggedIn.leadsTo).toContain('/auth/login?')
  const holder = await pagesOf('living')
  const asked = await (await holder.open('/mypage/top.html')).follow('確認する・止める')
  const stopped = await asked.press('お申し出を止める')
  expect([stopped.status, stopped.heading]).toEqual([200, 'お申し出を止めました'])
  const status = await (await pagesOf('family')).open(apply)
  expect(status.text).toContain('ご契約者からのお申し出により、お手続きを中止しました。')
  expect((await status.follow('窓口に問い合わせる')).heading).toBe('お問い合わせ')
})
