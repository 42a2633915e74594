import { brand } from '#brand'
import { QuietRing } from '#ui/empty-state.tsx'

export const NOT_FOUND_TITLE = 'お探しのページは見つかりませんでした'

/** Spec 2.3. */
export function NotFound() {
  return (
    <div className="prose page">
      <QuietRing />
      <h1>{NOT_FOUND_TITLE}</h1>
      <p>
        ページが移動したか、削除された可能性があります。お手数ですが、{brand.service}
        のトップページからアクセスしてください。
      </p>
      <p>
        <a className="button button--primary" href="/">
          トップページへ
        </a>
      </p>
      <h2>よく見られているページ</h2>
      <ul className="link-list">
        <li>
          <a href="/fee">料金プラン</a>
        </li>
        <li>
          <a href="/doc/terminallist.html">対応端末</a>
        </li>
        <li>
          <a href="/support">ご利用中のサポート</a>
        </li>
        <li>
          <a href="/info">お知らせ</a>
        </li>
        <li>
          <a href="/sitemap.html">サイトマップ</a>
        </li>
      </ul>
    </div>
  )
}
