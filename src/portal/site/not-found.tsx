import { brand } from '#brand'

export const NOT_FOUND_TITLE = 'お探しのページは見つかりませんでした'

/** Spec 2.3. */
export function NotFound() {
  return (
    <div className="prose page">
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
    </div>
  )
}
