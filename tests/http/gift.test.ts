import { expect, test } from 'vitest'
import { logIn } from './portal.ts'

// A gift as a member without script gives it and undoes it.

test('スクリプトなしでも、量と名前を直しながら確認へ進み、贈り、取り消せる', async () => {
  const { page } = await logIn('suzuki', '/mypage/data/gift.html?give=1')
  expect(page.heading).toBe('データを贈る')
  const wrong = await page.press('確認へ進む', { megabytes: '', nickname: '0901234567' })
  expect(wrong.text).toContain('贈る量を選んでください。')
  expect(wrong.text).toContain('電話番号などの番号は、名前に使えません。')
  expect(wrong.url.searchParams.get('nickname')).toBe('0901234567')
  const confirm = await wrong.press('確認へ進む', { megabytes: '100', nickname: 'けん' })
  expect(confirm.text).toContain('100 MBを贈ります')
  const given = await confirm.press('100 MBを贈る')
  expect(given.text).toContain('データを贈りました。')
  expect(given.text).toMatch(/[1-9]\d{3}-\d{4}/)
  const undone = await given.press('取り消す（100 MBのギフト）')
  expect(undone.text).toContain('ギフトを取り消しました。')
})
