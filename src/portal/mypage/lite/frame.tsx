import type { Refusal } from '#vocabulary/refusal.ts'
import { pages } from '#vocabulary/pages.ts'
import type { ReactNode } from 'react'
import { brand } from '#brand'
import { HiddenKeys, Hidden } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { DoneAct } from './asked.ts'
import { path } from './asked.ts'
import { style } from './style.ts'

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
