import { expect, test } from 'vitest'
import { htmlStandardFindings, withoutRepeats } from './html-standard.ts'

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

test('並ぶ要素は同じ書き方の一つだけを、外側のものは全ページで一つだけを調べ、行の番号は変わらない', () => {
  const pages = [
    page('/one', '<p id="a">一</p>\n<ul><li>一</li>\n<li>二</li><li><b>三</b></li></ul>'),
    page('/like-one', '<p id="b">二</p><ul><li>四</li>\n<li><b>五</b></li></ul>'),
    page('/pointed-at', '<ul><li id="x">四</li><li id="y"><b>五</b></li></ul><a href="#x">四</a>'),
    page(
      '/table',
      '<table><tr><td>一</td><td>二</td></tr>\n<tr><td>三</td><td>四</td></tr></table>',
    ),
    page('/other-child', '<p id="c">三</p>\n<ul><p>三</p></ul>'),
    page('/other-attribute', '<p id="d" hidden>四</p><ul><li>四</li></ul>'),
    page('/without-text', '<p id="e"></p>'),
  ]
  expect(withoutRepeats(pages).map(({ facts, html }) => [facts.view, html.default])).toEqual([
    ['/one', '<p id="a">一</p>\n<ul><li>一</li>\n<li><b>三</b></li></ul>'],
    ['/pointed-at', '<ul><li id="x">四</li><li id="y"><b>五</b></li></ul><a href="#x">四</a>'],
    ['/table', '<table><tr><td>一</td><td>二</td></tr>\n</table>'],
    ['/other-child', '\n<ul><p>三</p></ul>'],
    ['/other-attribute', '<p id="d" hidden>四</p><ul><li>四</li></ul>'],
    ['/without-text', '<p id="e"></p>'],
  ])
})

test('入れ物の中では、同じ種類の入れ物の中で同じ書き方のものを、全ページで一つだけ調べる', () => {
  const pages = [
    page('/one', '<section><h2>一</h2><p>一</p></section>'),
    page('/other-section', '<section id="a"><p>二</p><p hidden>三</p></section>'),
    page('/other-container', '<article><p>四</p></article>'),
    page('/counted', '<div><dl><dt>一</dt><dd><p>五</p></dd></dl></div>'),
    page('/counted-too', '<div id="b" hidden><dl><dt>一</dt><dd><p>五</p></dd></dl><hr></div>'),
    page('/another-list', '<div title="c"><dl hidden><dt>一</dt><dd><p>五</p></dd></dl></div>'),
  ]
  expect(withoutRepeats(pages).map(({ facts, html }) => [facts.view, html.default])).toEqual([
    ['/one', '<section><h2>一</h2><p>一</p></section>'],
    ['/other-section', '<section id="a"><p hidden>三</p></section>'],
    ['/other-container', '<article><p>四</p></article>'],
    ['/counted', '<div><dl><dt>一</dt><dd><p>五</p></dd></dl></div>'],
    ['/counted-too', '<div id="b" hidden><hr></div>'],
    ['/another-list', '<div title="c"><dl hidden><dt>一</dt><dd><p>五</p></dd></dl></div>'],
  ])
})
