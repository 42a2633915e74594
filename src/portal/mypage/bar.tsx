import { formatCount } from '#ui/format.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { barFor, placeOf, type AreaName, type Standing } from './entrances.ts'

const icons: Readonly<Record<AreaName, IconName>> = {
  top: 'rings',
  data: 'data',
  price: 'yen',
  procedure: 'signed',
  notices: 'bell',
}

type BarProps = { readonly standing: Standing; readonly unread: number; readonly path: string }

/** The five entrances of my page: at the foot of a phone's screen, a row under the header elsewhere. Plain links. */
export function MypageBar({ standing, unread, path }: BarProps) {
  const here = placeOf(standing, path)
  return (
    <nav className="mybar" aria-label="マイページ">
      <ul role="list">
        {barFor(standing).map(({ area, label, href }) => (
          <li key={area}>
            <a
              href={href}
              aria-current={href === path ? 'page' : href === here?.href ? 'true' : undefined}
            >
              <Icon name={icons[area]} />
              {label}
              {area === 'notices' && unread > 0 ? <Unread count={unread} /> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const SHOWN_UP_TO = 99

function Unread({ count }: { readonly count: number }) {
  return (
    <>
      <span className="mybar__unread" aria-hidden="true">
        {count > SHOWN_UP_TO ? `${SHOWN_UP_TO}+` : count}
      </span>
      <span className="visually-hidden">（未読{formatCount(count)}件）</span>
    </>
  )
}
