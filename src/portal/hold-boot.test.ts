import { expect, test } from 'vitest'
import { holdBoot } from './hold-boot.ts'

const preload = '<link rel="modulepreload" href="/assets/app-1.js"/>'

test('保存したページでは、アプリは文字のまま待ち、先に読み込まない', () => {
  expect(holdBoot(`${preload}<p>a</p><script type="module" async="">import 1</script>`)).toBe(
    '<p>a</p><script type="text/plain" id="app-boot">import 1</script>',
  )
})

test('ひとりのためのページでも待ち、nonceを保つ', () => {
  const given = '<script nonce="n">x</script><script nonce="n" type="module" async="">y</script>'
  expect(holdBoot(given)).toBe(
    '<script nonce="n">x</script><script nonce="n" type="text/plain" id="app-boot">y</script>',
  )
})

test('それがないページは欠陥で、始まらないページにはしない', () => {
  expect(() => holdBoot('<p>a</p>')).toThrow('no application')
})
