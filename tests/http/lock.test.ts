import { expect, test } from 'vitest'
import { DEMO_DEVICE, DEMO_PASSWORD } from '#demo/seed/demo-members.ts'
import { codeSentFor } from '../sent-codes.ts'
import { visit } from './portal.ts'

const lock = '/mypage/lock.html'
const portOut = '/mypage/portout.html'

test('MNP転出をロックすると断られ、解き方が分かる。解除は確認コードのあとで受け付け、外れる日時が出て、取り消せる', async () => {
  const browser = visit({ device: DEMO_DEVICE })
  const login = await browser.open(`/auth/login?back=${lock}`)
  const before = await login.press('ログイン', { loginId: 'sato', password: DEMO_PASSWORD })
  expect(before.heading).toBe('手続きロック（不正防止）')
  const set = await before.press('ロックする', { waitHours: '72' })
  expect(set.text).toContain('ロックしました。いまから効いています。')

  const refused = await browser.open(portOut)
  expect(refused.text).toContain('お客さまが設定したMNP転出のロックがかかっているため')
  expect(refused.buttons).not.toContain('転出の内容を確認する')
  const there = await refused.follow('ロックを確認・解除する')
  expect(there.url.pathname).toBe(lock)

  const code = await there.press('ロックを解除する')
  expect(code.heading).toBe('確認コードの入力')
  const back = await code.press('確認する', { code: await codeSentFor(code.url) })
  expect(back.url.pathname).toBe(lock)
  expect(back.text).toContain('変更は、まだ行っていません。')
  const lifting = await back.press('ロックを解除する')
  expect(lifting.text).toContain('解除を受け付けました。')
  const liftsAt = /外れる日時\s*(\d+年\d+月\d+日（.）\s*\d+:\d\d)/.exec(lifting.text)?.[1]
  expect(liftsAt).toBeDefined()
  const waiting = await browser.open(portOut)
  expect(waiting.text).toContain(liftsAt)
  expect(waiting.buttons).not.toContain('転出の内容を確認する')

  const stopped = await (await waiting.follow('ロックの状況を確認する')).press('解除を取り消す')
  expect(stopped.text).toContain('ロックは、これまでどおり効いています。')
  expect(stopped.text).not.toContain('外れる日時')
})
