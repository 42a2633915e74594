import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** One plain page of a stand-in: readable at 320 px, in the dark, and without script. */
export function page(title: string, body: Markup): Promise<string> {
  return Promise.resolve(
    html`<!doctype html>
      <html lang="ja">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          <style>
            ${raw(pageStyle)}
          </style>
        </head>
        <body>
          <main>${body}</main>
        </body>
      </html>`,
  ).then(String)
}

/** The sentence beside a field, hidden while there is none. */
export function fieldError(id: string, sentence: string | undefined) {
  return html`<p id="${id}" class="error" ${sentence === undefined ? 'hidden' : ''}>
    ${sentence ?? ''}
  </p>`
}

const pageStyle = `
:root { color-scheme: light dark; --ink: light-dark(#14211f, #e8f0ee); --paper: light-dark(#fff, #172221);
  --back: light-dark(#f4f8f7, #0e1615); --line: light-dark(#6f817b, #7a8d88); --act: light-dark(#0b5c60, #74cbc4);
  --on-act: light-dark(#fff, #0e1615); --soft: light-dark(#e2f0ed, #132725); --bad: light-dark(#ad1438, #ff9aa9) }
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.7 "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic UI", Meiryo, sans-serif; word-break: auto-phrase }
main { max-width: 30rem; margin: 0 auto; padding: 2rem 1.5rem; background: var(--paper); min-height: 100vh }
h1 { font-size: 1.5rem; line-height: 1.4; margin: 0 0 1rem } h2 { font-size: 1.125rem; margin: 2rem 0 .5rem }
label, legend { display: block; font-weight: 700; margin-top: 1.25rem } fieldset { border: 0; margin: 1.5rem 0 0; padding: 0 } legend { padding: 0 }
.choice { font-weight: 400; margin-top: .75rem; padding: .5rem 0 } .choice input { width: auto; margin: 0 .5rem 0 0 } .choice .note { display: block; margin: 0; padding-left: 1.5rem }
input { font: inherit; width: 100%; padding: .75rem; border: 1px solid var(--line); border-radius: 8px; color: inherit; background: var(--paper) }
input[aria-invalid=true] { border: 2px solid var(--bad) }
button, .button { font: inherit; font-weight: 700; display: block; width: 100%; min-height: 3rem; margin-top: 1.5rem; padding: .5rem 1rem;
  border: 1px solid var(--act); border-radius: 8px; background: var(--act); color: var(--on-act); cursor: pointer; text-align: center; text-decoration: none }
button.quiet { background: transparent; color: var(--act); margin-top: .75rem }
:focus-visible { outline: 4px solid var(--ink); outline-offset: 2px } a { color: var(--act) }
.error { color: var(--bad); font-weight: 700; margin: .5rem 0 0 } .note { font-size: .875rem; margin: .5rem 0 0 }
.brand { font-weight: 700; margin: -2rem -1.5rem 2rem; padding: .75rem 1.5rem; background: var(--soft); color: var(--act); border-bottom: 3px solid var(--act) } table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
details { border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; margin-top: 1.5rem } summary { font-weight: 700; min-height: 1.75rem; cursor: pointer } .qr { background: #fff; width: 12rem; margin: 1rem auto } .qr svg { display: block }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
`
