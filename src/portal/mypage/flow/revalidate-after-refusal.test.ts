import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = 'src/portal/mypage'

/** Pages whose presses depend on nothing that another screen changes, or buy anew with each showing of the form. */
const stays = [
  'data/alert/alert.tsx',
  'data/top-up/top-up.tsx',
  'spending/spending.tsx',
  'notice/setting.tsx',
  'billing/card.tsx',
  'user/edit.tsx',
  'enquete/enquete.tsx',
]

/** Pages of the desk that search, or write what nobody else has begun. */
const staysAtDesk = [
  'audit/audit.tsx',
  'find/find.tsx',
  'me/me.tsx',
  'notice/notice.tsx',
  'outage/new.tsx',
  'ticket/new.tsx',
]

/** The pages with an action that are not read again after a refusal. */
const silentIn = (pages: string) =>
  readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => ({ file, text: readFileSync(join(pages, file), 'utf8') }))
    .filter(({ text }) => /^export (?:async function|const) action\b|\bas action\b/m.test(text))
    .filter(({ text }) => !text.includes('revalidateAfterRefusal as shouldRevalidate'))
    .map(({ file }) => file)
    .toSorted()

test('断られたあとは、どの画面も読み直し、ほかの画面で済んだことをまだだとは言わない', () => {
  expect(silentIn(folder)).toEqual(stays.toSorted())
})

test('窓口の画面も、断られたあとは読み直し、ほかの担当が決めたことをまだだとは言わない', () => {
  expect(silentIn('src/console')).toEqual(staysAtDesk)
})

test('回線が止まっているという上の知らせも、断られたあとに読み直す', () => {
  expect(readFileSync(join(folder, 'mypage.tsx'), 'utf8')).toContain(
    'revalidateAfterRefusal as shouldRevalidate',
  )
})
