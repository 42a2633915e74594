type Tab = { readonly href: string; readonly label: string }

type TabsProps = { readonly label: string; readonly tabs: readonly Tab[]; readonly current: string }

/** Tabs are links: each view has its own address. `current` is the href of the open one. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a href={tab.href} aria-current={tab.href === current ? 'page' : undefined}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
