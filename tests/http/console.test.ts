import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../tools/setup/root.ts'
import { askDesk, logInAtDesk } from './console-desk.ts'
import { request } from './portal.ts'

describe('業務コンソールに入れるのは、役割のある人だけ', () => {
  test('ログインしていない人は、どの画面からもログインへ進む', async () => {
    for (const path of [
      '/',
      '/queue/identity',
      '/t/new',
      '/c',
      '/find',
      '/audit',
      '/me',
      '/nowhere',
    ]) {
      const answer = await askDesk(path)
      expect([path, answer.status, answer.headers.get('location')]).toEqual([
        path,
        302,
        `/auth/login?${new URLSearchParams({ back: path })}`,
      ])
    }
  })

  test('役割のない人には、入れないと言い、何も見せない', async () => {
    const { page, open } = await logInAtDesk('saito')
    expect([page.heading, page.url.pathname]).toEqual(['このアカウントでは入れません', '/no-entry'])
    const desk = await open('/auth/login?back=/queue/identity')
    expect(desk.text).not.toContain('本人確認')
  })

  test('会員のサイトは、コンソールの番地とファイルを知らない', async () => {
    const paths = ['/api/console/me', '/queue/identity', '/t/new']
    const answers = await Promise.all(paths.map((path) => request(path)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers.map(({ text }) => text.includes('業務コンソール'))).toEqual([
      false,
      false,
      false,
    ])
  })

  test('画面はどこにも残らず、ほかのサイトに埋め込めず、印のないスクリプトは動かない', async () => {
    const { page } = await logInAtDesk('yamamoto')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(policy).toContain("frame-ancestors 'none'")
    const scripts = page.all.filter(({ tagName }) => tagName === 'script')
    const bare = scripts.filter(({ attrs }) => !attrs.some(({ name }) => name === 'nonce'))
    expect([scripts.length > 0, bare.length]).toEqual([true, 0])
  })
})

test('画面のスクリプトは、通信の取り決めの検証を運ばない', () => {
  const folder = join(root, 'build/console/client/assets')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const heavy = scripts.filter((name) =>
    readFileSync(join(folder, name), 'utf8').includes('invalid_type'),
  )
  expect([scripts.length > 10, heavy]).toEqual([true, []])
})

describe('スクリプトなしで、業務ができる', () => {
  test('自分の名前と役割、受け持つ列が出る', async () => {
    const { page } = await logInAtDesk('fukuda')
    const rail = page.all.filter(({ tagName }) => tagName === 'aside')
    expect([page.status, page.heading, rail.length]).toEqual([200, '今日', 1])
    expect(page.html).toContain('福田 健')
    // A case whose answer is late is a row of its own.
    expect(page.text).toContain('約束した時刻を過ぎたまま、会員が返事を待っています。')
    const hrefs = page.all.flatMap(({ tagName, attrs }) =>
      tagName === 'a' ? attrs.filter(({ name }) => name === 'href').map(({ value }) => value) : [],
    )
    expect(hrefs).toContain('/queue/application')
    expect(hrefs).not.toContain('/audit')
  })

  test('使えない条件の一覧は、条件を外して見せる', async () => {
    const { open } = await logInAtDesk('fukuda')
    const page = await open('/queue/application?group=never&item=gone&carrier=x')
    expect([page.status, page.heading]).toEqual([200, 'お申し込み'])
    expect(page.text).toContain('一部の条件を外しました')
  })

  test('片づいた件を開くと、もうないと言い、一覧は残る', async () => {
    const { open } = await logInAtDesk('fukuda')
    const page = await open('/queue/application?open=application-in-review:A-0000-00')
    expect([page.status, page.text.includes('この件は、もう列にありません')]).toEqual([200, true])
  })

  test('電話を受け付け、足りないことを直し、受け付けた件が開く', async () => {
    const { open } = await logInAtDesk('yamamoto')
    const form = await open('/t/new')
    const wrong = await form.press('受け付ける', { text: '=cmd <b>太字</b>' })
    expect([wrong.status, wrong.valueOf('text')]).toEqual([400, '=cmd <b>太字</b>'])
    expect(wrong.text).toContain('経路を選んでください。')
    const opened = await wrong.press('受け付ける', {
      channel: 'telephone',
      reason: 'contact',
      topic: 'data',
      text: '=cmd <b>太字</b>',
    })
    expect([opened.status, opened.heading]).toEqual([200, 'データ量・通信'])
    expect(opened.url.pathname).toMatch(/^\/t\/T-/)
    expect(opened.text).toContain('=cmd <b>太字</b>')
  })

  test('さがした番号は番地に残らず、1けた違えば何も出ない', async () => {
    const { open } = await logInAtDesk('yamamoto')
    const page = await open('/find')
    const found = await page.press('さがす', { q: '090-9999-9998' })
    expect([found.status, found.url.search]).toEqual([200, ''])
    expect(found.text).toContain('完全に一致するものはありません')
  })

  test('本人確認の承認を提案する。書類の番号がなければその欄で言い、提案した人は承認できず、取り下げられる', async () => {
    const { open } = await logInAtDesk('fukuda')
    const item = await open('/queue/identity?open=identity-by-hand:idc_demo2')
    expect(item.text).toContain('この件を受け持つと、提案できます')
    const taken = await item.press('受け持つ')
    const seen = { method: 'restricted_mail', document: 'driving_licence', reason: '原本を確認。' }
    const wrong = await taken.press('提案する', seen)
    expect([wrong.status, wrong.valueOf('document')]).toEqual([400, 'driving_licence'])
    expect(wrong.valueOf('reason')).toContain('原本を確認。')
    expect(wrong.text).toContain('書類の番号を入力してください。')
    const ids = wrong.all.flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'id'))
    const summary = wrong.all.flatMap(({ tagName, attrs }) =>
      tagName === 'a'
        ? attrs.filter(({ name, value }) => name === 'href' && value === '#number')
        : [],
    )
    expect([summary.length, ids.filter(({ value }) => value === 'number').length]).toEqual([1, 1])
    const proposed = await wrong.press('提案する', { ...seen, number: '123456789012' })
    expect([proposed.status, proposed.heading]).toEqual([200, '本人確認を承認する'])
    expect(proposed.url.pathname).toMatch(/^\/approval\/K-/)
    expect(proposed.text).toContain('本人限定受取郵便での、書類の原本の確認')
    expect(proposed.text).toContain('提案した本人は承認できません')
    expect(proposed.text).not.toContain('123456789012')
    const withdrawn = await proposed.press('取り下げる')
    expect(withdrawn.text).toContain('取り下げました')
  })

  test('障害を掲載し、確認で読み直し、会員と同じ文と報告の期限が出る。選んだものは直すときも残る', async () => {
    const { open } = await logInAtDesk('yoshida')
    const form = await open('/outage/new')
    const typed = {
      kind: 'outage',
      severity: 'degraded',
      title: '大阪府で<b>つながりにくい</b>',
      'areas.大阪府': 'on',
      beginsAt: '2026-11-20T09:40',
      message: '原因を調べています。',
    }
    const wrong = await form.press('確認へ', typed)
    expect([wrong.status, wrong.valueOf('title'), wrong.valueOf('beginsAt')]).toEqual([
      400,
      typed.title,
      typed.beginsAt,
    ])
    expect(wrong.text).toContain('影響のあるサービスを1つ以上選んでください。')
    const check = await wrong.press('確認へ', { 'services.data': 'on' })
    expect([check.status, check.heading]).toEqual([200, '障害・工事を掲載する'])
    expect(check.text).toContain('大阪府で<b>つながりにくい</b>')
    const mended = await check.press('直す')
    expect(mended.valueOf('message')).toBe('原因を調べています。')
    const again = await mended.press('確認へ', { message: '原因が分かりました。' })
    const onBoard = await again.press('会員の画面に出す')
    expect([onBoard.status, onBoard.heading]).toEqual([200, '大阪府で<b>つながりにくい</b>'])
    for (const words of ['掲載しました。', '原因が分かりました。', '総務省への第一報', '大阪府'])
      expect(onBoard.text).toContain(words)
    const figures = await open(`${onBoard.url.pathname}?figures=true`)
    expect(figures.text).toContain('知らせた人数')
    const closing = await open(`${onBoard.url.pathname}?write=close`)
    const last = await closing.press('確認へ', { message: '直りました。' })
    const over = await last.press('終わりを掲載する')
    expect([over.text.includes('直りました。'), over.text.includes('復旧')]).toEqual([true, true])
  })

  test('すべての会員へのお知らせは、確認で読み直してから提案され、本人は承認できない', async () => {
    const { open } = await logInAtDesk('yoshida')
    const ticket = await (
      await open('/t/new')
    ).press('受け付ける', {
      channel: 'telephone',
      reason: 'contact',
      topic: 'data',
      text: 'お知らせの依頼',
    })
    const typed = { subject: '窓口の休み', body: '12月31日は<i>休み</i>です。', ticketNo: 'T-1' }
    const wrong = await (await open('/notice')).press('確認へ', typed)
    expect([wrong.status, wrong.valueOf('body')]).toEqual([400, typed.body])
    expect(wrong.text).toContain('種類を選んでください。')
    const check = await wrong.press('確認へ', {
      kind: 'procedure',
      reason: '年末の案内',
      ticketNo: ticket.url.pathname.slice('/t/'.length),
    })
    expect(check.text).toContain('12月31日は<i>休み</i>です。')
    const proposal = await check.press('承認を提案する')
    expect([proposal.status, proposal.heading]).toEqual([200, 'すべての会員にお知らせを送る'])
    expect(proposal.text).toContain('提案した本人は承認できません。')
  })

  test('ほかの役割の画面は、書きはじめる前に断り、だれの操作かを言う', async () => {
    const { open } = await logInAtDesk('kato')
    for (const path of ['/outage', '/outage/new', '/notice']) {
      const page = await open(path)
      expect([path, page.status, page.text.includes('あなたの役割ではできません')]).toEqual([
        path,
        403,
        true,
      ])
    }
    expect((await open('/notice')).text).toContain('広報・企画の役割の操作です')
  })

  test('ない画面は、見つからないと言い、業務の枠は残る', async () => {
    const { open } = await logInAtDesk('kato')
    const page = await open('/nowhere')
    expect([page.status, page.heading]).toEqual([404, '見つかりませんでした'])
    expect(page.html).toContain('加藤 翔')
  })
})
