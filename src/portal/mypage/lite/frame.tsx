import type { Refusal } from '#vocabulary/refusal.ts'
import { IDLE_MINUTES } from '#vocabulary/login.ts'
import { pages } from '#vocabulary/pages.ts'
import type { ReactNode } from 'react'
import { brand } from '#brand'
import { HiddenKeys, Hidden } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { DoneAct } from './asked.ts'
import { path } from './asked.ts'

/** The whole style of the page, within it: no second request on a throttled phone. Colours as in ui/tokens.css. */
const style = `
:root{color-scheme:light dark;--i:#16211f;--m:#4d5d5a;--l:#74857f;--s:#fff;--b:#0b5c60;--w:#96380a}
@media(prefers-color-scheme:dark){:root{--i:#e8f0ee;--m:#a9b9b5;--l:#7a8d88;--s:#0e1615;--b:#74cbc4;--w:#f9bb93}}
*{box-sizing:border-box}
body{max-width:40rem;margin:0 auto;padding:0 1rem 3rem;background:var(--s);color:var(--i);font:1rem/1.7 sans-serif;overflow-wrap:anywhere}
h1{font-size:1.25rem}h2{margin:2rem 0 .5rem;border-top:1px solid var(--l);padding-top:1rem;font-size:1.1rem}h3{margin:1.5rem 0 0;font-size:1rem}
p,ul,form{margin:.5rem 0}ul{padding-left:1.25em}a{color:var(--b)}footer a{white-space:nowrap}small,.m{color:var(--m);font-size:.875rem}
.n{font-size:2.25rem;font-weight:700;line-height:1.2}
.o{border:2px solid;padding:.5rem 1rem;color:var(--w)}.g{color:var(--b)}
button,.b{display:inline-block;min-height:3rem;padding:.5rem 1.25rem;border:1.5px solid var(--b);border-radius:4px;background:none;color:var(--b);font:inherit;font-weight:700;line-height:1.7}
label{display:block;padding:.6rem 0}input{width:1.25rem;height:1.25rem;vertical-align:-.2rem}
:focus-visible{outline:3px solid;outline-offset:2px}
`.trim()

export const TITLE = 'かんたんマイページ'

type LiteFrameProps = { readonly nonce: string | undefined; readonly children: ReactNode }

/** The document, whole: no script, no file beside it. */
export function LiteFrame({ nonce, children }: LiteFrameProps) {
  return (
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>{`${TITLE}｜${brand.service}`}</title>
        <link rel="icon" href="data:," />
        <style nonce={nonce}>{style}</style>
      </head>
      <body>
        <main>
          <h1>{TITLE}</h1>
          {children}
        </main>
        <footer>
          <p className="m">ログインは、{IDLE_MINUTES}分のあいだ操作がないと終わります。</p>
          <p>
            <a href={path}>この画面の最初へ</a> ／ <a href={pages.top}>通常のマイページへ</a> ／{' '}
            <a href="/auth/logout">ログアウト</a>
          </p>
        </footer>
      </body>
    </html>
  )
}

type ActFormProps = {
  readonly intent: DoneAct
  /** What names the one effect among the forms of a page. */
  readonly of: string
  readonly values: Readonly<Record<string, string>>
  readonly keys: FormKeys
  readonly children: ReactNode
}

export function ActForm({ intent, of, values, keys, children }: ActFormProps) {
  return (
    <form method="post" action={path}>
      <HiddenKeys keys={keys} of={`${intent}.${of}`} />
      <Hidden values={{ intent, ...values }} />
      <button type="submit">{children}</button>
    </form>
  )
}

export function RefusalText({ failed }: { readonly failed: Refusal }) {
  return (
    <div className="o" role="alert">
      <p>{failed.message}</p>
      {failed.traceKey === undefined ? null : <p>お問い合わせ番号：{failed.traceKey}</p>}
    </div>
  )
}
