import { expect, test } from 'vitest'
import { htmlStandardFindings } from './html-standard.ts'

function page(view: string, html: string) {
  return { facts: { view }, html: { default: html, sp: html } }
}

test('HTMLの規格が禁じるものは、そのページで見つかる', { timeout: 30_000 }, async () => {
  const findings = await htmlStandardFindings([
    page('/good', '<h2>見出し</h2>\n<ul><li>一</li></ul>'),
    page('/bad', '<h2>見出し</h2>\n<ul><p>一</p></ul>'),
  ])
  const locations = findings.map(({ file, line }) => `${file}:${line}`)
  expect([...new Set(locations)]).toEqual(['bad.html:2'])
})
