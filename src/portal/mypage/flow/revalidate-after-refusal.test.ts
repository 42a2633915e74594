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

const pressed = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
  .filter(({ text }) => /^export (?:async function|const) action\b/m.test(text))

test('断られたあとは、どの画面も読み直し、ほかの画面で済んだことをまだだとは言わない', () => {
  const silent = pressed
    .filter(({ text }) => !text.includes('revalidateAfterRefusal as shouldRevalidate'))
    .map(({ file }) => file)
  expect(silent.toSorted()).toEqual(stays.toSorted())
})

test('回線が止まっているという上の知らせも、断られたあとに読み直す', () => {
  expect(readFileSync(join(folder, 'mypage.tsx'), 'utf8')).toContain(
    'revalidateAfterRefusal as shouldRevalidate',
  )
})
