import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

type Entry = { readonly href: string; readonly label: string; readonly icon?: IconName }

type MenuProps = { readonly id: string; readonly label: string; readonly entries: readonly Entry[] }

/** A list of links in a native popover: opens without script, closes by Escape or a press outside. */
export function Menu({ id, label, entries }: MenuProps) {
  return (
    <>
      <Button type="button" popoverTarget={id}>
        <Icon name="menu" />
        {label}
      </Button>
      <nav className="menu" id={id} popover="auto" aria-label={label}>
        <ul role="list">
          {entries.map(({ href, label: shown, icon }) => (
            <li key={href}>
              <a href={href}>
                {icon === undefined ? null : <Icon name={icon} />}
                {shown}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
