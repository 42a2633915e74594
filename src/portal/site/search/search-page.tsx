import { Fragment } from 'react'
import { pageContext, type SiteHit } from '#portal/context.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Drawing } from '#ui/drawing/drawing.tsx'
import nothingFound from '#ui/drawing/nothing-found.svg?raw'
import { Page } from '#ui/layout.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { Route } from './+types/search-page.ts'

const TITLE = 'サイト内検索'
const LONGEST = 80
/** The same as on the support page (content/support/index.html). */
const oftenAsked = ['APN', 'eSIM 再発行', 'データチャージ', '解約']

/** The site's own answers to a question (ours), as a plain form that any browser can send. */
export function loader({ context, url }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const q = (url.searchParams.get('q') ?? '').slice(0, LONGEST).trim()
  return { q, hits: page?.search(q) ?? [], links: page?.links }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const q = loaderData?.q ?? ''
  return pageMeta({ title: q === '' ? TITLE : `「${q}」の検索結果`, noindex: true })
}

export default function SearchPage({ loaderData: { q, hits, links } }: Route.ComponentProps) {
  return (
    <Page>
      <Breadcrumb
        way={[
          { href: '/', label: 'トップ' },
          { href: '/support', label: 'ご利用中のサポート' },
        ]}
        here={TITLE}
      />
      <h1>{q === '' ? 'サイト内検索' : `「${q}」の検索結果`}</h1>
      <SearchForm q={q} />
      {q === '' ? null : hits.length > 0 ? <Hits hits={hits} /> : <Nothing q={q} links={links} />}
    </Page>
  )
}

function SearchForm({ q }: { readonly q: string }) {
  return (
    <form className="site-search" role="search" action="/support/search" method="get">
      <label className="field__label" htmlFor="site-q">
        探したい言葉
      </label>
      <div className="site-search__row">
        <input
          className="field__input"
          id="site-q"
          name="q"
          type="search"
          defaultValue={q}
          maxLength={LONGEST}
          autoComplete="off"
        />
        <button className="button">探す</button>
      </div>
    </form>
  )
}

function Hits({ hits }: { readonly hits: readonly SiteHit[] }) {
  return (
    <>
      <p role="status">検索結果 {hits.length}件</p>
      <ol className="search-hits">
        {hits.map(({ href, page, heading, excerpt }) => (
          <li key={href}>
            <a href={href}>{heading}</a>
            {page === heading ? null : <span className="small muted">{page}</span>}
            <p>
              {excerpt.map(({ text, isAsked }, at) =>
                isAsked ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>,
              )}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

type NothingProps = {
  readonly q: string
  readonly links: { faq: string; inquiry: string } | undefined
}

function Nothing({ q, links }: NothingProps) {
  return (
    <div className="nothing-found">
      <Drawing svg={nothingFound} alt="" />
      <p role="status">「{q}」に当てはまるページは見つかりませんでした。</p>
      <p>言葉を短くするか、別の言い方でお試しください。よく探される言葉からも選べます。</p>
      <ul className="site-search__often">
        {oftenAsked.map((word) => (
          <li key={word}>
            <a href={`/support/search?${new URLSearchParams({ q: word })}`}>{word}</a>
          </li>
        ))}
      </ul>
      <ul className="link-list">
        <li>
          <a href="/support">ご利用中のサポート</a>
        </li>
        {links === undefined ? null : (
          <>
            <li>
              <TextLink href={links.faq} external>
                よくある質問
              </TextLink>
            </li>
            <li>
              <TextLink href={links.inquiry} external>
                お問い合わせ窓口
              </TextLink>
            </li>
          </>
        )}
      </ul>
    </div>
  )
}
