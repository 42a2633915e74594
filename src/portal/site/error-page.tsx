import { pages } from '#vocabulary/pages.ts'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'

const sentences: Record<number, string> = {
  413: '送信された内容が大きすぎます。前の画面に戻り、入力を短くして、もう一度お試しください。',
  429: '短い時間に操作が続いたため、いったん受け付けを止めています。しばらく待ってから、もう一度お試しください。',
  403: 'このページは、ご契約中の方だけがご利用いただけます。ご契約のアカウントでログインしているか確認してください。',
  503: 'ただいまサービスに接続できません。数分おいてから、もう一度お試しください。お手続きの途中だった場合、受け付けは一度だけ行われます。',
}
/** Of any other request that was refused: the server did not fail, it could not use what was sent. */
const REFUSED =
  '送信された内容またはアドレスに、この画面で読み取れない部分がありました。この操作での手続きは行っていません。画面を開き直して、もう一度お試しください。'
const GENERAL = 'サーバーでエラーが発生しました。しばらくしてから、もう一度お試しください。'

/** The page whose document gave the root its trace key; one may have moved on in the app since. */
const loadedPath = typeof document === 'undefined' ? undefined : document.location.pathname

/** What happened, what to do, and the number to quote when asking (お問い合わせ番号). */
export function ErrorPage({
  error,
  traceKey: keyOfDocument,
}: {
  error: unknown
  /** The root loader's: it names the request of the document, not of a page one has moved to since. */
  traceKey?: string | undefined
}) {
  const { pathname } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const message = textIn(error, 'message')
  const isOfDocument = loadedPath === undefined || loadedPath === pathname
  const traceKey = textIn(error, 'traceKey') ?? (isOfDocument ? keyOfDocument : undefined)
  return (
    <div className="prose page">
      <h1>{titleOf(status)}</h1>
      <p>{message ?? sentences[status] ?? (isRefused(status) ? REFUSED : GENERAL)}</p>
      {traceKey ? <p className="small">お問い合わせ番号：{traceKey}</p> : null}
      <WaysOn
        isMyPage={status !== 403 && pathname.startsWith(pages.entrance)}
        pathname={pathname}
      />
    </div>
  )
}

const isRefused = (status: number) => status >= 400 && status < 500

function titleOf(status: number): string {
  if (status === 503) return 'ただいま接続できません'
  return isRefused(status) && status !== 403 ? '受け付けできませんでした' : '表示できませんでした'
}

/** From my page: the same page once more, or its top; visitors, and members elsewhere on the site, go to the site's. */
function WaysOn({ isMyPage, pathname }: { isMyPage: boolean; pathname: string }) {
  if (!isMyPage)
    return (
      <p>
        <ButtonLink href="/">トップページへ</ButtonLink>
      </p>
    )
  return (
    <ButtonRow>
      <ButtonLink href={pathname}>もう一度開く</ButtonLink>
      {pathname === pages.top ? null : (
        <ButtonLink kind="plain" href={pages.top}>
          マイページのトップへ
        </ButtonLink>
      )}
    </ButtonRow>
  )
}

/** What the loader gave along with the status (`errorPage` in the flow). */
function textIn(error: unknown, name: 'message' | 'traceKey'): string | undefined {
  const value: unknown = isRouteErrorResponse(error) ? error.data?.[name] : undefined
  return typeof value === 'string' ? value : undefined
}
