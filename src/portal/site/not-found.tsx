import { brand } from '#brand'
import { QuietRing } from '#ui/empty-state.tsx'

export const NOT_FOUND_TITLE = 'お探しのページは見つかりませんでした'

const mostRead = [
  ['/fee', '料金プラン'],
  ['/doc/terminallist.html', '対応端末'],
  ['/support', 'ご利用中のサポート'],
  ['/info', 'お知らせ'],
  ['/sitemap.html', 'サイトマップ'],
]

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
        {mostRead.map(([href, label]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
