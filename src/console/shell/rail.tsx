import { useLocation } from 'react-router'
import { staffRoles, type StaffRole, type WorkQueue } from '#vocabulary/console.ts'
import { Icon, Mark, PersonMark } from './icon.tsx'
import { places, queuePlaceOf, todayPlace, wholePlaces } from './places.ts'

export type QueueCount = {
  readonly queue: WorkQueue
  /** `12`, or `100+` where no more were counted. */
  readonly total?: string
  readonly over?: number
}

type RailProps = {
  readonly staff: { readonly name: string; readonly roles: readonly StaffRole[] }
  readonly queues: readonly QueueCount[]
}

/** The way to every place this person works at. On phones it opens from the bar, by the browser itself. */
export function Rail({ staff, queues }: RailProps) {
  const inGroup = (names: readonly WorkQueue[]) =>
    queues.filter(({ queue }) => names.includes(queue))
  const work = queues.filter(({ queue }) => queue !== 'ticket' && queue !== 'approval')
  const whole = wholePlaces.filter(({ roles }) => roles.some((role) => staff.roles.includes(role)))
  return (
    <aside className="rail" aria-label="業務コンソール">
      <a className="rail__name" href={places.today}>
        <Mark />
        業務コンソール
      </a>
      <nav className="rail__nav" id="rail" popover="auto" aria-label="業務の一覧">
        <PlaceLink {...todayPlace} />
        <QueueLinks queues={inGroup(['ticket'])} />
        {work.length === 0 ? null : <h2>列</h2>}
        <QueueLinks queues={work} />
        {inGroup(['approval']).length === 0 ? null : <h2>判断</h2>}
        <QueueLinks queues={inGroup(['approval'])} />
        {whole.length === 0 ? null : <h2>全体</h2>}
        {whole.map((place) => (
          <PlaceLink key={place.href} {...place} />
        ))}
        <h2>自分</h2>
        <PlaceLink href={places.me} label="自分のログイン" icon="user" letter="j" />
      </nav>
      <p className="rail__who">
        <PersonMark name={staff.name} />
        <span>
          <b>{staff.name}</b>
          {rolesText(staff.roles)}
        </span>
      </p>
    </aside>
  )
}

export const rolesText = (roles: readonly StaffRole[]) =>
  roles.map((role) => staffRoles[role]).join('・')

const QueueLinks = ({ queues }: Pick<RailProps, 'queues'>) =>
  queues.map(({ queue, total, over }) => (
    <PlaceLink key={queue} {...queuePlaceOf(queue)} total={total} over={over} />
  ))

type PlaceLinkProps = ReturnType<typeof queuePlaceOf> & {
  readonly total?: string | undefined
  readonly over?: number | undefined
}

function PlaceLink({ href, label, icon, letter, total, over = 0 }: PlaceLinkProps) {
  const { pathname } = useLocation()
  return (
    <a href={href} data-go={letter} aria-current={pathname === href ? 'page' : undefined}>
      <Icon name={icon} />
      {label}
      {over === 0 ? null : (
        <span className="rail__over">
          <span className="visually-hidden">超過</span>
          {over}
        </span>
      )}
      {total === undefined ? null : <span className="rail__count">{total}</span>}
    </a>
  )
}
