import { NOT_FOUND_TITLE } from '#portal/site/not-found.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { QuietRing } from '#ui/empty-state.tsx'
import { pages } from '#vocabulary/pages.ts'

/** In my page the ways on are its own. Apart from the site's, which every public page has in its script. */
export function NotFoundInMypage() {
  return (
    <div className="prose page">
      <QuietRing />
      <h1>{NOT_FOUND_TITLE}</h1>
      <p>ページが移動したか、削除された可能性があります。アドレスの間違いのこともあります。</p>
      <ButtonRow>
        <ButtonLink kind="primary" href={pages.top}>
          マイページのトップへ
        </ButtonLink>
        <ButtonLink kind="plain" href={pages.notices}>
          お知らせを見る
        </ButtonLink>
      </ButtonRow>
    </div>
  )
}
