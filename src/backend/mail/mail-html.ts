import { brand } from '#brand'
import type { MailPicture } from '#backend/ports/mail.ts'
import type { MailContent, MailRing, MessageFact } from './mail-content.ts'
import { dark, light } from './mail-look.ts'
import { markPicture, markSide, ringPicture, ringSide } from './ring-picture.ts'

/** Drawn with the first mail, which most processes never send. */
const marks = () => (drawn ??= { light: markPicture(light), dark: markPicture(dark) })
let drawn: Record<'light' | 'dark', Buffer> | undefined

/** The pictures that the HTML of the mail names. */
export function mailPictures({ ring }: MailContent): MailPicture[] {
  return [
    { cid: 'mark', png: marks().light },
    { cid: 'mark-dark', png: marks().dark },
    ...(ring === undefined
      ? []
      : [
          { cid: 'ring', png: ringPicture(ring.drawing, light) },
          { cid: 'ring-dark', png: ringPicture(ring.drawing, dark) },
        ]),
  ]
}

/**
 * The mail as clients show it: tables and inline styles, since many drop style sheets; the dark colours are for those that
 * do read one. Nothing is lost with the pictures off: their words and the figures are text. One button; where the
 * mails of a kind may be stopped, a link to that in small letters at the end.
 */
export function mailHtml(content: MailContent): string {
  const { subject, salutation, paragraphs, facts, ring, link, stop, signature } = content
  const end = [...signature.map(escaped), ...(stop ? [quietLink(stop)] : [])]
  return [
    '<!doctype html><html lang="ja"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title><style>${darkStyles}</style></head>`,
    `<body class="ground" style="margin:0;padding:0;background:${light.sunken}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escaped(paragraphs[0] ?? '')}</div>`,
    `<table role="presentation" class="ground" width="100%" cellspacing="0" cellpadding="0" border="0" style="background:${light.sunken}"><tr><td align="center" style="padding:16px 8px">`,
    `<table role="presentation" class="card ink" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width:536px;background:${light.raised};border-radius:16px;border-collapse:separate;font-family:${fonts};font-size:16px;line-height:1.7;color:${light.ink};text-align:left">`,
    row(head(), 'padding:16px 20px;border-bottom:1px solid ' + light.line, 'line'),
    ring === undefined ? '' : row(ringPart(ring), 'padding:24px 20px 0;text-align:center'),
    row(
      `<h1 style="margin:0;font-size:22px;line-height:1.4;word-break:auto-phrase;overflow-wrap:anywhere;text-wrap:balance">${escaped(subject)}</h1>`,
      `padding:${ring === undefined ? 24 : 12}px 20px 0${ring === undefined ? '' : ';text-align:center'}`,
    ),
    row(
      [salutation, ...paragraphs].map((text) => paragraph(escaped(text))).join(''),
      'padding:12px 20px 12px',
    ),
    row(factTable(facts), 'padding:0 20px'),
    row(button(link), 'padding:24px 20px'),
    row(
      end.join('<br>'),
      `padding:20px 20px 24px;border-top:1px solid ${light.line};font-size:14px;color:${light.muted}`,
      'line muted',
    ),
    '</table></td></tr></table></body></html>',
  ].join('\n')
}

const fonts =
  "'Hiragino Sans','Noto Sans JP','Noto Sans CJK JP','Yu Gothic UI',Meiryo,sans-serif".replaceAll(
    "'",
    '&#39;',
  )

const darkStyles = `.dark{display:none}@media (prefers-color-scheme:dark){${[
  `.ground{background:${dark.sunken}!important}`,
  `.card{background:${dark.raised}!important}`,
  `.ink{color:${dark.ink}!important}`,
  `.muted{color:${dark.muted}!important}`,
  `.line{border-color:${dark.line}!important}`,
  `.button{background:${dark.accent}!important;color:${dark['accent-ink']}!important}`,
  '.light{display:none!important}',
  '.dark{display:inline-block!important;max-height:none!important}',
].join('')}}`

function row(inner: string, style: string, className = ''): string {
  const named = className === '' ? '' : ` class="${className}"`
  return `<tr><td${named} style="${style}">${inner}</td></tr>`
}

const paragraph = (inner: string) => `<p style="margin:0 0 8px">${inner}</p>`

function head(): string {
  const name = `<strong style="font-size:18px;vertical-align:middle">${escaped(brand.service)}</strong>`
  return `${pictures('mark', '', markSide)} ${name}`
}

function ringPart({ words, figure, note }: MailRing): string {
  const number =
    figure === undefined
      ? ''
      : `<div style="font-size:28px;line-height:1.3;font-weight:700">${escaped(figure)}</div>`
  const meaning =
    note === undefined
      ? ''
      : `<div class="muted" style="font-size:14px;color:${light.muted}">${escaped(note)}</div>`
  return pictures('ring', words, ringSide) + number + meaning
}

/** A picture for light grounds and one for dark; a client that reads no styles shows the first. */
function pictures(cid: string, words: string, side: number): string {
  const image = (name: string, className: string, style: string) =>
    `<img src="cid:${name}" alt="${escaped(words)}" class="${className}" width="${side}" height="${side}" style="${style}border:0;vertical-align:middle;font-size:14px">`
  return (
    image(cid, 'light', '') +
    `<!--[if !mso]><!-->${image(`${cid}-dark`, 'dark', 'display:none;max-height:0;')}<!--<![endif]-->`
  )
}

/** Up to here a label has its line beside a date with its time, on a phone too. */
const LONG_LABEL = 11

function factTable(facts: readonly MessageFact[]): string {
  const rows = facts.map(
    (fact) =>
      `<tr><th scope="row" class="line muted" align="left" style="${cell};width:32%;font-weight:400;font-size:14px;${fact.label.length > LONG_LABEL ? 'word-break:auto-phrase' : 'white-space:nowrap'};color:${light.muted}">${escaped(fact.label)}</th>` +
      `<td class="line" align="right" style="${cell};padding-left:12px;font-size:15px;font-weight:700;word-break:auto-phrase">${valueOf(fact)}</td></tr>`,
  )
  return `<table width="100%" cellspacing="0" cellpadding="0" border="0" style="border-collapse:collapse">${rows.join('')}</table>`
}

const cell = `padding:12px 0;border-top:1px solid ${light.line};vertical-align:top;line-height:1.5`

/** Before and after side by side: the old value quiet, the new one strong. */
function valueOf({ value, change }: MessageFact): string {
  if (change === undefined) return escaped(value)
  const before = `<span class="muted" style="font-weight:400;color:${light.muted}">${escaped(change.before)}</span>`
  return `<span style="white-space:nowrap">${before} →</span> <span style="white-space:nowrap">${escaped(change.after)}</span>`
}

function button({ label, url }: MailContent['link']): string {
  const style = `display:block;padding:14px 16px;border-radius:8px;background:${light.accent};color:${light['accent-ink']};font-size:18px;font-weight:700;line-height:1.5;text-align:center;text-wrap:balance;word-break:auto-phrase;text-decoration:none`
  return `<a class="button" href="${escaped(url)}" style="${style}">${escaped(label)}</a>`
}

const quietLink = ({ label, url }: MailContent['link']) =>
  `<a class="muted" href="${escaped(url)}" style="color:${light.muted}">${escaped(label)}</a>`

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
