import { useMatches } from 'react-router'
import { formatDue } from '#console/parts/due.ts'
import type { queueApi } from '#protocol/console/queue.ts'
import type { Result } from '#protocol/endpoint.ts'
import { formatShortDay, formatTime } from '#ui/format.ts'
import { crumbsOf } from './crumb.ts'
import { Icon, Key } from './icon.tsx'
import { HiddenKeys } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { places } from './places.ts'

type TopProps = {
  readonly counts: Result<typeof queueApi.consoleCountsGet> | undefined
  readonly today: string
  readonly keys: FormKeys
}

/** Where one is, the one field that finds, the time the figures are of, and whether the desk is open. */
export function Top({ counts, today, keys }: TopProps) {
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
        {counts === undefined ? null : (
          <>
            <span className={counts.desk.isOpen ? 'top__desk is-open' : 'top__desk'}>
              {counts.desk.isOpen
                ? `受付時間内 ${formatTime(counts.desk.until)}まで`
                : `受付時間外 ${formatDue(counts.desk.until, today)}から`}
            </span>
            <time dateTime={counts.asOf}>
              <b>
                {formatShortDay(counts.asOf)} {formatTime(counts.asOf)}
              </b>
            </time>
          </>
        )}
        <a href={places.keys} data-key="?" aria-label="キーの一覧">
          <Key>?</Key>
        </a>
      </p>
    </header>
  )
}
