import { useMatches } from 'react-router'
import { formatShortDay, formatTime } from '#ui/format.ts'
import { crumbsOf } from './crumb.ts'
import { Icon, Key } from './icon.tsx'
import { HiddenKeys } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { places } from './places.ts'

/** Where one is, the one field that finds, the time the figures are of. */
export function Top({ now, keys }: { readonly now: string | undefined; readonly keys: FormKeys }) {
  const crumbs = crumbsOf(useMatches())
  const here = crumbs.at(-1)
  return (
    <header className="top">
      <button className="top__menu" type="button" popoverTarget="rail" aria-label="業務の一覧">
        <Icon name="menu" />
      </button>
      <p className="top__crumb">
        {crumbs.slice(0, -1).map(({ href, label }) => (
          <span key={label}>
            {href === undefined ? label : <a href={href}>{label}</a>}
            <span aria-hidden="true">　／</span>
          </span>
        ))}
        <b>{here?.label}</b>
      </p>
      <form className="top__find" role="search" method="post" action={places.find}>
        <HiddenKeys keys={keys} of="find" />
        <label htmlFor="find">番号でさがす</label>
        <input
          type="search"
          id="find"
          name="q"
          data-find
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
        <Key>Ctrl K</Key>
        <button type="submit" aria-label="さがす">
          <Icon name="search" />
        </button>
      </form>
      <p className="top__end">
        {now === undefined ? null : (
          <time dateTime={now}>
            <b>
              {formatShortDay(now)} {formatTime(now)}
            </b>
          </time>
        )}
        <a href={places.keys} data-key="?" aria-label="キーの一覧">
          <Key>?</Key>
        </a>
      </p>
    </header>
  )
}
