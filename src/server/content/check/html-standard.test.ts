import { expect, test } from 'vitest'
import { differing, htmlStandardFindings } from './html-standard.ts'

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

test('機械が書いたページは、前のどれにもない書き方があるものだけを調べる', () => {
  const pages = [
    page('/one', '<h2 id="a">一</h2><ul><li>一</li></ul>'),
    page('/like-one', '<h2 id="b">二</h2><ul><li>二</li><li>三</li></ul>'),
    page('/other-child', '<h2 id="c">三</h2><ul><p>三</p></ul>'),
    page('/other-attribute', '<h2 id="d" hidden>四</h2><ul><li>四</li></ul>'),
    page('/other-role', '<h2 id="e" role="tab">五</h2><ul><li>五</li></ul>'),
    page('/like-those', '<h2 id="f" hidden>六</h2><ul><p>六</p></ul>'),
  ]
  expect(differing(pages).map(({ facts }) => facts.view)).toEqual([
    '/one',
    '/other-child',
    '/other-attribute',
    '/other-role',
  ])
})
