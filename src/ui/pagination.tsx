import type { ReactNode } from 'react'

type PaginationProps = {
  /** Which list, when a screen has two. */
  readonly label?: string
  readonly page: number
  readonly pages: number
  readonly href: (page: number) => string
}

/** The first, the last, the open page and its neighbours; nothing at all when there is one page only. */
export function Pagination({ label = 'ページ送り', page, pages, href }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav className="pagination" aria-label={label}>
      <ul>
        {page > 1 ? (
          <li>
            <a href={href(page - 1)} rel="prev">
              前へ
            </a>
          </li>
        ) : null}
        {shownPages(page, pages).map((shown, index, all) => (
          <PageEntry key={shown} gapBefore={shown - (all[index - 1] ?? shown - 1) > 1}>
            {shown === page ? (
              <span aria-current="page">
                {shown}
                <span className="visually-hidden">ページ目</span>
              </span>
            ) : (
              <a href={href(shown)}>
                {shown}
                <span className="visually-hidden">ページ目</span>
              </a>
            )}
          </PageEntry>
        ))}
        {page < pages ? (
          <li>
            <a href={href(page + 1)} rel="next">
              次へ
            </a>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}

function PageEntry({
  gapBefore,
  children,
}: {
  readonly gapBefore: boolean
  readonly children: ReactNode
}) {
  return (
    <>
      {gapBefore ? (
        <li aria-hidden="true">
          <span className="pagination__gap">…</span>
        </li>
      ) : null}
      <li>{children}</li>
    </>
  )
}

function shownPages(page: number, pages: number): number[] {
  const around = [1, page - 1, page, page + 1, pages].filter((at) => at >= 1 && at <= pages)
  return [...new Set(around)].sort((a, b) => a - b)
}
