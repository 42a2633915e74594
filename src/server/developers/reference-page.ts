import { developerPages } from '#vocabulary/site-pages.ts'
import type { Fragment } from '../content/source.ts'
import { viewOf } from '../content/view-path.ts'
import { menu } from './menu.ts'

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
