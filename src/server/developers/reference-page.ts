import { developerPages } from '#vocabulary/site-pages.ts'
import type { Fragment } from '../content/source.ts'
import { viewOf } from '../content/view-path.ts'
import { menu } from './menu.ts'
import { fieldList, valueEntries } from './fields-markup.ts'
import { fieldsOf, type Forms, valuesOf } from './fields.ts'

type Page = {
  readonly path: string
  /** The leading span with title and description. */
  readonly lead: string
  /** Begins with the h1. */
  readonly text: string
  /** What stands at the right, on the deep ground; none: the text has the room. */
  readonly stage?: string
}

/** The frame of every page for developers: the menu, the text, and the stage with what one would type and see. */
export function referencePage({ path, lead, text, stage }: Page): Fragment {
  const html = [
    lead,
    `<div class="reference${stage === undefined ? '' : ' reference--staged'}">`,
    menu(path),
    '<div class="reference__text">',
    breadcrumb(path, nameIn(text)),
    text,
    '</div>',
    ...(stage === undefined ? [] : [`<div class="reference__stage stage">${stage}</div>`]),
    '</div>',
  ].join('\n')
  return { view: viewOf(path) ?? path, html }
}

/** Without menu: React puts its parts between the elements of a page, not into them. */
export function plainPage({ path, lead, text }: Omit<Page, 'stage'>): Fragment {
  return {
    view: viewOf(path) ?? path,
    html: [lead, breadcrumb(path, nameIn(text)), text].join('\n'),
  }
}

const nameIn = (text: string) => /<h1[^>]*>(.*?)<\/h1>/su.exec(text)?.[1] ?? ''

function breadcrumb(path: string, name: string): string {
  const above = [
    '<li><a href="/">トップ</a></li>',
    ...(path === developerPages.top
      ? []
      : [`<li><a href="${developerPages.top}">開発者の方へ</a></li>`]),
  ]
  const here = `<li aria-current="page">${name}</li>`
  return `<nav class="breadcrumb" aria-label="パンくずリスト"><ol>${above.join('')}${here}</ol></nav>`
}

/** The named forms that several answers have, and the long lists of values. */
export function formsFragment(forms: Forms): Fragment {
  const names = [...forms.shared].toSorted()
  return referencePage({
    path: developerPages.forms,
    lead: '<span data-title="返るものの共通の形（API）" data-description="いくつもの呼び出しの答えに出てくる、回線・料金の明細・申し込めるかどうかなどの共通の形と、決まった値の一覧です。項目の名前と型、意味を、OpenAPIの文書から作って載せています。" hidden></span>',
    text: [
      '<h1>返るものの共通の形</h1>',
      '<p>いくつもの答えに出てくる形を、名前の順にまとめています。</p>',
      ...names.map((name) => `<h2 id="${name}"><code>${name}</code></h2>\n${formOf(name, forms)}`),
    ].join('\n'),
  })
}

function formOf(name: string, forms: Forms): string {
  const schema = forms.schemas.get(name) ?? {}
  const values = valuesOf(schema)
  return values.length > 0 ? valueEntries(values) : fieldList(fieldsOf(schema, name, forms))
}
