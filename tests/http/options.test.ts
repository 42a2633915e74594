import { describe, expect, test } from 'vitest'
import type { Page } from '../browser-without-script.ts'
import { logIn } from './portal.ts'

// Options as a member without script joins and leaves them; tests/e2e/procedures-options.e2e.ts does the same with script.

const list = '/mypage/option.html'

const linkTo = (page: Page, ...parts: string[]) => {
  const found = page.links.find(({ href }) => parts.every((part) => href.includes(part)))
  if (found === undefined) throw new Error(`No link with ${parts.join(' ')}`)
  return found.href
}

describe('佐藤さん（音声1回線）', () => {
  test('セキュリティを申し込み、解約し、月末までに取り消せる', async () => {
    const { page, open } = await logIn('sato', list)
    expect(page.heading).toBe('オプション')
    const confirm = await open(linkTo(page, 'intent=join', 'optionCode=security'))
    expect(confirm.heading).toBe('オプションの確認')
    expect(confirm.text).toContain('今月は日割りで')
    expect(confirm.text).toContain('セキュリティ・リモートサポート利用規約 第2.1版')
    const stayed = await confirm.press('この内容で申し込む')
    expect(stayed.text).toContain('同意にチェックを入れてください')
    const done = await confirm.press('この内容で申し込む', { agreed: 'yes' })
    expect(done.heading).toBe('オプションの受付')
    expect((await open(done.url.href)).text).toContain('オプションの申し込み（セキュリティ）')

    const having = await open(list)
    expect(having.text).toContain('ご利用中')
    const leaving = await open(linkTo(having, 'intent=leave', 'optionCode=security'))
    const left = await leaving.press('このオプションを解約する')
    expect(left.heading).toBe('オプションの受付')
    expect((await open('/mypage/contract.html')).text).toContain('予約：セキュリティの解約')

    const booked = await open(list)
    expect(booked.text).toContain('解約受付済み')
    const back = await open(linkTo(booked, 'intent=join', 'optionCode=security'))
    const undone = await back.press('解約を取り消す', { agreed: 'yes' })
    expect(undone.text).toContain('取り消しました')
    expect((await open(list)).text).not.toContain('解約受付済み')
  })

  test('転送先を入れずに進むと入力に戻り、何を入れるかが書いてある', async () => {
    const { page, open } = await logIn('sato', list)
    const form = await open(linkTo(page, 'optionCode=forwarding'))
    const wrong = await form.press('内容を確認する', { forwardTo: '0120000000' })
    expect(wrong.heading).toBe('オプション')
    expect(wrong.text).toContain('転送先に登録できません')
    const confirm = await wrong.press('内容を確認する', { forwardTo: '090-0000-9991' })
    expect(confirm.heading).toBe('オプションの確認')
    expect(confirm.text).toContain('090-0000-9991')
  })
})

test('断られる人（髙橋さん、伊藤さん）には、理由が1度だけ書いてある', async () => {
  for (const [member, reason] of [
    ['takahashi', /停止しているため/],
    ['ito', /解約/],
  ] as const) {
    const { page } = await logIn(member, list)
    expect(page.textsOf('notice--warning').join(), member).toMatch(reason)
    expect(page.links.filter(({ href }) => href.includes('intent=join'))).toEqual([])
  }
})
