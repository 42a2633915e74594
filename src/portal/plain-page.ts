import { brand } from '#brand'

/** A link of a plain page; the first of them is the one to take. */
export type PlainLink = { readonly label: string; readonly href: string }

/** One file for all of them (plain-page.css after the tokens), because nothing inline passes the content policy. */
export const plainPageStyles = '/plain-page.css'

/** The site's top, from anywhere. */
export const topLink: PlainLink = { label: 'トップページへ', href: '/' }

/** A page in the site's plain look that needs neither React nor the database. */
export function plainPage(page: {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly traceKey: string | undefined
  readonly links: readonly PlainLink[]
}): string {
  const title = escaped(page.title)
  const key = page.traceKey && `<p class="key">お問い合わせ番号：${escaped(page.traceKey)}</p>`
  return [
    '<!doctype html><html lang="ja"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">',
    `<title>${title}｜${escaped(brand.service)}</title>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<link rel="stylesheet" href="${plainPageStyles}"></head><body>`,
    `<header><a href="/"><img src="/favicon.svg" alt="" width="28" height="28">${escaped(brand.service)}</a></header>`,
    `<main><h1>${title}</h1>`,
    ...page.paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    key ?? '',
    `<nav aria-label="次の行き先">${page.links.map(toAnchor).join('')}</nav></main></body></html>`,
  ].join('')
}

const toAnchor = ({ label, href }: PlainLink) => `<a href="${escaped(href)}">${escaped(label)}</a>`

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
