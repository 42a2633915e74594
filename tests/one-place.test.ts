import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { pages } from '#vocabulary/pages.ts'

const source = fileURLToPath(new URL('../src/', import.meta.url))

/** A page of the entrance, and files the server answers (server/routes). */
const outsideTheRouter = ['entrance', 'callPdf', 'claimPhotograph', 'noticeOpen']

describe('マイページの番地は、ひとつの表にある', () => {
  /** Lines of our sources (tests and stand-ins aside) that spell an address of my page, or the beginning of one. */
  const literals = (file: string, text: string) =>
    text
      .split('\n')
      .filter((line) => /['"`]\/mypage(?![\w-])/.test(line))
      .map((line) => `${file}: ${line.trim()}`)

  test('表のほかには、どこにも書かれていない', () => {
    const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .filter((name) => name !== 'vocabulary/pages.ts')
      .flatMap((name) => literals(name, readFileSync(join(source, name), 'utf8')))
    expect(found).toEqual([])
  })

  test('わざと書いた番地を見つける', () => {
    expect(literals('a.ts', "const page = '/mypage/top.html'")).toHaveLength(1)
    expect(literals('a.ts', "app.get('/mypage/document/:file', send)")).toHaveLength(1)
  })

  test('表の番地は、すべて開ける画面につながっている', () => {
    const routes = readFileSync(join(source, 'portal/routes.ts'), 'utf8')
    const unmounted = Object.keys(pages).filter(
      (name) =>
        !outsideTheRouter.includes(name) && !routes.includes(`route(within(pages.${name}),`),
    )
    expect(unmounted).toEqual([])
  })
})

describe('料金表は値として渡す', () => {
  /** Where the published prices are handed in; all else is given a price book. */
  const roots = [
    'server/foundation.ts',
    'domain/catalogue/figure.ts',
    'domain/catalogue/price-book.ts',
    'domain/catalogue/tax.ts',
  ]
  const namesPrices = (text: string) => /\b(publishedPrices|priceRows|taxRates)\b/.test(text)

  test('公表している料金を名指しするのは、組み立てる1か所と料金表だけ', () => {
    const found = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /\.(tsx?|mjs)$/.test(file) &&
        !/\.test\.tsx?$/.test(file) &&
        namesPrices(readFileSync(join(source, file), 'utf8')),
    )
    expect(found.toSorted()).toEqual(roots.toSorted())
  })

  test('わざと置いた違反を見つける', () => {
    expect(namesPrices("const row = publishedPrices.rateOn('topup.1gb', today)")).toBe(true)
    expect(namesPrices("const row = book.rateOn('topup.1gb', today)")).toBe(false)
  })
})

describe('入力の誤りは、ひびきの言葉で伝える', () => {
  /** The router's own form leaves mistakes to the browser's bubble, which speaks the browser's language. */
  const takesRouterForm = (text: string) =>
    /import \{[^}]*\bForm\b[^}]*\} from 'react-router'/.test(text)

  test('フォームは、ブラウザーの吹き出しを出さない部品だけを使う', () => {
    const found = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.tsx') && takesRouterForm(readFileSync(join(source, file), 'utf8')),
    )
    expect(found).toEqual(['portal/fields/form.tsx'])
  })

  test('わざと使った部品を見つける', () => {
    expect(takesRouterForm("import { data, Form, redirect } from 'react-router'")).toBe(true)
  })
})
