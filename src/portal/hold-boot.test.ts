import { expect, test } from 'vitest'
import { holdBoot } from './hold-boot.ts'

const preload = '<link rel="modulepreload" href="/assets/app-1.js"/>'

test('on a stored page the application waits as text, and nothing of it is loaded ahead', () => {
  expect(holdBoot(`${preload}<p>a</p><script type="module" async="">import 1</script>`)).toBe(
    '<p>a</p><script type="text/plain" id="app-boot">import 1</script>',
  )
})

test('on a page for one visitor it waits as well and keeps its nonce', () => {
  const given = '<script nonce="n">x</script><script nonce="n" type="module" async="">y</script>'
  expect(holdBoot(given)).toBe(
    '<script nonce="n">x</script><script nonce="n" type="text/plain" id="app-boot">y</script>',
  )
})

test('a page without it is a defect, not a page whose application never starts', () => {
  expect(() => holdBoot('<p>a</p>')).toThrow('no application')
})
